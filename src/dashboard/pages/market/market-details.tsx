import { sum } from "d3-array";
import { useId, useState, type ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { checkTexts, type CheckText } from "../../../domain/market/assess/check-words.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import type { Verdict } from "../../../domain/market/assess/checks.ts";
import { verdictSentences } from "../../../domain/market/assess/verdict.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { tick, triangle } from "../../ui/marks/inline-icons.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { factGroups, type Fact } from "./market-fields.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { Copy } from "lucide-react";
import { uncapitalize } from "../../../domain/format/capitalize.ts";
import { explain } from "../../../domain/market/column-help.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Stat } from "../../ui/panel/stat.tsx";
import { Summary } from "../../ui/panel/summary.tsx";

interface MarketDetailsProps {
  readonly row: MarketRow;
  readonly context: AssessContext;
  /** About the market's history. */
  readonly findings: readonly string[];
}

export function MarketDetails({ row, context, findings }: MarketDetailsProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const headingId = useId();
  const { source } = useDashboardConfig();
  const groups = factGroups(row, source.kind === "demo" ? "Demo" : source.label, context.loops);
  const sentences = [...verdictSentences(row, context), ...findings];
  const checks = checkTexts(row, context.prices);
  const hasFailed = checks.some((check) => check.verdict === "fail");
  const passed = checks.filter((check) => check.verdict === "pass").length;
  const figures = sum(groups, ({ facts }) => facts.length);
  return (
    <>
      {/* Failed checks are always visible. */}
      {hasFailed ? <MarketChecks checks={checks} /> : null}
      <section aria-labelledby={headingId} className="rounded-panel border border-line2 bg-surface">
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <Summary className="min-w-full px-4 py-3">
            <h2 id={headingId} className="shrink-0 font-semibold">
              All facts
            </h2>
            <span className="ml-1.5 text-small text-text2">
              {countOf(figures, "figure")},{" "}
              {passed === 0 && !hasFailed ? "no data checks" : `${countOf(passed, "data check")} passed`},
              terms and sources
            </span>
          </Summary>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line px-4 py-3">
            {sentences.length === 0 ? null : (
              <p className="max-w-[96ch] text-pretty text-text2">
                <NonBreakingFigures text={sentences.join(" ")} />
              </p>
            )}
            <div className={`columns-1 gap-8 ${groups.length < 4 ? "sm:columns-2" : "sm:[columns:3_270px]"}`}>
              {groups.map(({ heading, facts, note }) => (
                <div key={heading} className="mb-5 break-inside-avoid">
                  <h3 className="mb-1 font-semibold">{heading}</h3>
                  <dl>
                    {facts.map((fact) => (
                      <FactLine key={`${fact.label} ${fact.field ?? ""}`} fact={fact} row={row} />
                    ))}
                  </dl>
                  {note === undefined ? null : <p className="mt-1 text-small text-text2">{note}</p>}
                </div>
              ))}
            </div>
            {hasFailed ? null : <MarketChecks checks={checks} level={3} />}
            {isOpen ? <RawJson row={row} /> : null}
          </div>
        </details>
      </section>
    </>
  );
}

function RawJson({ row }: { readonly row: MarketRow }): ReactNode {
  const text = JSON.stringify(row.raw, undefined, 2);
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Raw JSON</h3>
        <CopyButton label="Copy" what="Raw JSON" aria-label="Copy raw JSON" text={() => text} />
      </div>
      {/* A scroll region must be focusable, or the keyboard could not scroll it. */}
      <section aria-label="Raw JSON of the market" tabIndex={0} className="max-h-96 overflow-auto">
        <pre className="py-2 font-mono text-small">{text}</pre>
      </section>
    </div>
  );
}

function FactLine({ fact, row }: { readonly fact: Fact; readonly row: MarketRow }): ReactNode {
  const { label, value, copy } = fact;
  return (
    <Stat
      line
      label={label}
      value={value}
      missing="—"
      help={explain(fact.help, fact.field, value === undefined ? row.providerName : undefined)}
      className="py-[2px]"
    >
      {typeof value !== "string" ? undefined : copy === undefined ? (
        <span className="[overflow-wrap:anywhere]">{value}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <span className="truncate font-mono text-tiny" title={value}>
            {value}
          </span>
          <CopyButton
            iconOnly
            variant="quiet"
            className="size-6 px-0! pointer-coarse:size-9"
            label={`Copy ${uncapitalize(label)}`}
            title={`Copy: ${copy}`}
            what={label}
            text={() => copy}
            icon={<Copy className="size-3" />}
          />
        </span>
      )}
    </Stat>
  );
}

export function MarketChecks({
  checks,
  level = 2,
}: {
  readonly level?: 2 | 3;
  readonly checks: readonly CheckText[];
}): ReactNode {
  const of = (result: Verdict): readonly CheckText[] => checks.filter((check) => check.verdict === result);
  const [failed, passed, unknown] = [of("fail"), of("pass"), of("unknown")];
  const dash = (
    <span aria-hidden="true" className="mr-1 w-2.5 shrink-0 text-center">
      —
    </span>
  );
  return (
    <Panel
      heading="Checks"
      level={level}
      padded
      description={
        <>
          {failed.length === 0 ? "none" : formatCount(failed.length).text} failed,{" "}
          {formatCount(passed.length).text} passed
          {unknown.length === 0 ? "" : `, ${formatCount(unknown.length).text} without data`}
        </>
      }
    >
      <CheckList checks={failed} icon={triangle} hasFields className="mt-2 gap-2" />
      {failed.length === 0 ? null : (
        <p className="mt-2 text-small text-text2">The figures are shown as published.</p>
      )}
      <CheckList checks={passed} icon={tick} className="mt-2 gap-x-8 gap-y-0.5 text-text2 sm:grid-cols-2" />
      <CheckList checks={unknown} icon={dash} className="mt-2 gap-0.5 text-small text-text3" />
    </Panel>
  );
}

interface CheckListProps {
  readonly checks: readonly CheckText[];
  readonly icon: ReactNode;
  readonly hasFields?: boolean;
  readonly className: string;
}

function CheckList({ checks, icon, hasFields = false, className }: CheckListProps): ReactNode {
  return checks.length === 0 ? null : (
    <ul className={`grid ${className}`}>
      {checks.map((check) => (
        <li key={check.id} className="flex items-baseline">
          {icon}
          <span className="min-w-0">
            {check.sentence}
            {hasFields ? (
              <code className="block font-mono text-tiny [overflow-wrap:anywhere] text-text3">
                {check.fields.join(" ")}
              </code>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
