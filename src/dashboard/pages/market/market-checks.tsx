import type { ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
import type { CheckText } from "../../../domain/market/assess/check-words.ts";
import type { Verdict } from "../../../domain/market/assess/checks.ts";
import { tick, triangle } from "../../ui/marks/inline-icons.tsx";
import { Panel } from "../../ui/panel/panel.tsx";

export function MarketChecks({
  checks,
  level = 2,
}: {
  readonly level?: 2 | 3;
  readonly checks: readonly CheckText[];
}): ReactNode {
  const of = (verdict: Verdict): readonly CheckText[] => checks.filter((check) => check.verdict === verdict);
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
          {unknown.length === 0 ? "" : `, ${formatCount(unknown.length).text} not made`}
        </>
      }
    >
      <CheckList checks={failed} sign={triangle} hasFields className="mt-2 gap-2" />
      {failed.length === 0 ? null : (
        <p className="mt-2 text-small text-text2">The figures are shown as published.</p>
      )}
      <CheckList checks={passed} sign={tick} className="mt-2 gap-x-8 gap-y-0.5 text-text2 sm:grid-cols-2" />
      <CheckList checks={unknown} sign={dash} className="mt-2 gap-0.5 text-small text-text3" />
    </Panel>
  );
}

function CheckList({
  checks,
  sign,
  hasFields = false,
  className,
}: {
  readonly checks: readonly CheckText[];
  readonly sign: ReactNode;
  readonly hasFields?: boolean;
  readonly className: string;
}): ReactNode {
  return checks.length === 0 ? null : (
    <ul className={`grid ${className}`}>
      {checks.map((check) => (
        <li key={check.id} className="flex items-baseline">
          {sign}
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
