import type { ReactNode } from "react";
import type { Usd } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { FactChip } from "../../domain/marks.ts";
import { FactIcon } from "../ui/marks/fact-chips.tsx";
import { Explained } from "../ui/overlay/tooltip.tsx";
import { Panel } from "../ui/panel/panel.tsx";
import { Stat, StatList, type StatFigure, type StatLine } from "../ui/panel/stat.tsx";
import { Summary } from "../ui/panel/summary.tsx";

export interface SizedMarketProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined) => void;
  readonly action?: ReactNode;
}

export type ResultChip = Pick<FactChip, "tone" | "icon" | "label" | "figure"> &
  Partial<Pick<FactChip, "note">>;

export interface Result {
  readonly heading?: string;
  readonly content?: ReactNode;
  readonly chips?: readonly ResultChip[] | undefined;
  readonly figures?: readonly (StatLine | undefined)[];
  readonly notes?: readonly string[];
}

interface CalculatorProps {
  readonly heading: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
  readonly results?: readonly Result[] | undefined;
  /** Shows the results beside the fields. */
  readonly beside?: boolean;
  /** If set, everything but the fields is collapsed under this summary. */
  readonly summary?: string | undefined;
  readonly action?: ReactNode;
  readonly formula?: readonly string[] | undefined;
}

const partClass = "px-4 py-3";

export function Calculator(props: CalculatorProps): ReactNode {
  const { heading, note, children, results, beside = false, summary, action, formula } = props;
  const fields = <div className={partClass}>{children}</div>;
  const parts = results?.map((result, index) => (
    // The number and order of results never change.
    // oxlint-disable-next-line react/no-array-index-key
    <ResultPart key={index} {...result} />
  ));
  const under = (
    <>
      {beside ? null : parts}
      {action === undefined ? null : (
        // Stays in view while the panel is longer than the screen. The page's scroll padding keeps focused fields above it.
        <div
          className={`${partClass} sticky bottom-0 z-1 bg-surface last:rounded-b-panel empty:hidden print:static`}
        >
          {action}
        </div>
      )}
      {formula === undefined ? null : <Formula formula={formula} />}
    </>
  );
  return (
    <Panel heading={heading} description={note}>
      <div className="ruled">
        {beside ? (
          <div className="md:grid md:grid-cols-2 [&>:not(:first-child)]:border-line max-md:[&>:not(:first-child)]:border-t md:[&>:not(:first-child)]:border-l">
            {fields}
            {parts}
          </div>
        ) : (
          fields
        )}
        {summary === undefined ? (
          under
        ) : (
          <details>
            <Summary className="min-h-11 px-4 text-text2">{summary}</Summary>
            <div className="ruled">{under}</div>
          </details>
        )}
      </div>
    </Panel>
  );
}

function ResultPart({ heading, content, chips, figures, notes }: Result): ReactNode {
  return (
    <div className={partClass}>
      {heading === undefined ? null : <h3 className="mb-1.5 font-semibold">{heading}</h3>}
      {content}
      {chips === undefined ? null : <ResultChips chips={chips} />}
      {figures === undefined ? null : (
        <div className={content === undefined && chips === undefined ? undefined : "mt-2.5"}>
          <StatList figures={figures} missing="—" />
        </div>
      )}
      {notes?.map((text) => (
        <p key={text} className="mt-2 text-small text-text2">
          {text}
        </p>
      ))}
    </div>
  );
}

export function Headline({
  beside,
  ...figure
}: Pick<StatFigure, "label" | "value" | "missing" | "help"> & {
  readonly beside?: Pick<StatFigure, "label" | "value" | "help">;
}): ReactNode {
  return (
    <dl className="mt-2 flex flex-wrap items-end justify-between gap-x-3">
      <Stat size="headline" {...figure} />
      {beside?.value === undefined ? null : <Stat size="large" {...beside} />}
    </dl>
  );
}

function ResultChips({ chips }: { readonly chips: readonly ResultChip[] }): ReactNode {
  return (
    <ul className="grid gap-1.5">
      {chips.map(({ tone, icon, label, figure, note }) => (
        <Explained
          key={label}
          as="li"
          help={note}
          className="flex items-baseline justify-between gap-3 rounded-item"
        >
          <span
            className={`flex items-baseline gap-2 [&_svg]:self-center ${tone === "bad" ? "text-danger" : "[&_svg]:text-text2"}`}
          >
            <FactIcon name={icon} />
            {label}
          </span>
          {figure === undefined ? null : <span className="text-right text-small text-text2">{figure}</span>}
        </Explained>
      ))}
    </ul>
  );
}

function Formula({ formula }: { readonly formula: readonly string[] }): ReactNode {
  return (
    <details className={`${partClass} text-small text-text2`}>
      <Summary className="py-1 hover:text-text">Formula</Summary>
      {formula.map((line) => (
        <p key={line} className="mt-1">
          {line}
        </p>
      ))}
    </details>
  );
}
