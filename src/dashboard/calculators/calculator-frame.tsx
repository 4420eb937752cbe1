// What all calculators share: fields, results, judgements and the formula in one panel.
import { Check, ChevronRight, CircleQuestionMark, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { inWords, type Formatted } from "../format/number.ts";
import { Panel } from "../ui/panel/panel.tsx";
import { Stat, StatList, type StatFigure, type StatLine } from "../ui/panel/stat.tsx";

/** What a calculator of one market among others is given. */
export interface MarketAmongAll {
  readonly row: MarketRow;
  /** All loaded markets. */
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
}

/** A calculator whose size is that of the page; `how` says whether it is still being typed. */
export interface SizedMarketProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined, how: "type" | "choose") => void;
}

/** Whether something holds; undefined where that is unknown. The words say the same as the icon before them. */
export type Judgement = readonly [holds: boolean | undefined, text: string, detail?: string | undefined];

/** One part of what follows from the fields. */
export interface Result {
  readonly heading?: string;
  /** Above the figures. */
  readonly content?: ReactNode;
  readonly judged?: readonly Judgement[] | undefined;
  /** Undefined ones are left out. */
  readonly figures?: readonly (StatLine | undefined)[];
  /** What a missing figure says, unless it has words of its own. */
  readonly missing?: string;
  /** Paragraphs under the figures. */
  readonly notes?: readonly (string | undefined)[];
}

interface CalculatorProps {
  readonly heading: string;
  readonly note?: ReactNode;
  /** The fields, and the headline. */
  readonly children?: ReactNode;
  readonly results?: readonly Result[];
  /** Whether the first result is beside the fields where there is room. */
  readonly beside?: boolean;
  /** The summary under which everything but the fields is folded. */
  readonly folded?: string | undefined;
  readonly formula?: readonly string[];
  /** What went into the formula. */
  readonly inputs?: readonly (readonly [name: string, value: Formatted | string | undefined])[];
}

const none: readonly never[] = [];
const partClass = "px-4 py-3";

/** A calculator: its fields, what follows from them, and the formula, each under a line. */
export function Calculator(props: CalculatorProps): ReactNode {
  const { heading, note, children, results = none, beside = false, folded, formula, inputs = none } = props;
  const fields = children === undefined ? null : <div className={partClass}>{children}</div>;
  const parts = results.map((result, index) => (
    // Results are fixed in number and order.
    // oxlint-disable-next-line react/no-array-index-key
    <ResultPart key={index} {...result} />
  ));
  const under = (
    <>
      {beside ? parts.slice(1) : parts}
      {formula === undefined ? null : <Formula formula={formula} inputs={inputs} />}
    </>
  );
  return (
    <Panel heading={heading} description={note}>
      <div className="divide-y divide-line">
        {beside ? (
          <div className="divide-line max-md:divide-y md:grid md:grid-cols-2 md:divide-x">
            {fields}
            {parts[0]}
          </div>
        ) : (
          fields
        )}
        {folded === undefined ? (
          under
        ) : (
          <details>
            <summary className="flex min-h-11 items-center gap-2 px-4 text-text2">
              <ChevronRight aria-hidden="true" className="size-3.5 in-open:rotate-90" />
              {folded}
            </summary>
            <div className="divide-y divide-line">{under}</div>
          </details>
        )}
      </div>
    </Panel>
  );
}

function ResultPart({ heading, content, judged, figures, missing, notes = none }: Result): ReactNode {
  return (
    <div className={partClass}>
      {heading === undefined ? null : <h3 className="mb-1.5 font-semibold">{heading}</h3>}
      {content}
      {judged === undefined ? null : <Judgements judged={judged} />}
      {figures === undefined ? null : (
        <div className={content === undefined && judged === undefined ? undefined : "mt-2.5"}>
          <StatList figures={figures} missing={missing} />
        </div>
      )}
      {notes.map((text) =>
        text === undefined ? null : (
          <p key={text} className="mt-2 text-small text-text2">
            {text}
          </p>
        ),
      )}
    </div>
  );
}

/** The figure a calculator is there for, and one that goes with it where that is known. */
export function Headline({
  beside,
  ...figure
}: Pick<StatFigure, "label" | "value" | "missing"> & {
  readonly beside?: Pick<StatFigure, "label" | "value">;
}): ReactNode {
  return (
    <dl className="mt-2 flex flex-wrap items-end justify-between gap-x-3">
      <Stat size="headline" {...figure} />
      {beside?.value === undefined ? null : <Stat size="large" {...beside} />}
    </dl>
  );
}

function Judgements({ judged }: { readonly judged: readonly Judgement[] }): ReactNode {
  return (
    <ul className="grid gap-1.5">
      {judged.map(([holds, text, detail]) => (
        <li key={text} className="flex items-baseline justify-between gap-3">
          <span className={`flex items-baseline gap-2 ${holds === false ? "font-medium" : ""}`}>
            {holds === undefined ? (
              <CircleQuestionMark aria-hidden="true" className="size-3.5 shrink-0 self-center text-text3" />
            ) : holds ? (
              <Check aria-hidden="true" className="size-3.5 shrink-0 self-center text-text2" />
            ) : (
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 self-center text-danger" />
            )}
            {text}
          </span>
          {detail === undefined ? null : <span className="text-right text-small text-text2">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The formula and what went into it. */
function Formula({ formula, inputs }: Required<Pick<CalculatorProps, "formula" | "inputs">>): ReactNode {
  return (
    <details className={`${partClass} text-small text-text2`}>
      <summary className="w-fit rounded-item py-1 hover:text-text">Formula and inputs</summary>
      {formula.map((line) => (
        <p key={line} className="mt-1 text-text2">
          {line}
        </p>
      ))}
      <dl className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        {inputs.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text3">{name}</dt>
            <dd className="text-right break-all">
              {typeof value === "string" ? value : inWords(value, "not published")}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
