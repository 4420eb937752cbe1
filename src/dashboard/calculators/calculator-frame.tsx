// What all calculators look like: a panel with a heading, fields, results as a list, and the formula they used.
import { Check, CircleQuestionMark, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { inWords, type Formatted } from "../format/number.ts";
import { Stat, type StatFigure } from "../ui/panel/stat.tsx";

/** What a calculator of one market among others is given. */
export interface MarketAmongAll {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
}

/** A calculator whose size is that of the page; `how` says whether it is still being typed. */
export interface SizedMarketProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined, how: "type" | "choose") => void;
}

/** A part of a panel, parted from the one above by a line; `beside` where there is room for two next to each other. */
export function Part({
  children,
  first = false,
  beside = false,
}: {
  readonly children: ReactNode;
  readonly first?: boolean;
  readonly beside?: boolean;
}): ReactNode {
  const line = first ? "" : beside ? "border-line max-md:border-t md:border-l" : "border-t border-line";
  return <div className={`px-4 py-3 ${line}`}>{children}</div>;
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

/** Whether something holds; undefined where nobody can tell. The words say the same as the sign before them. */
export type Judgement = readonly [holds: boolean | undefined, text: string, detail?: string | undefined];

export function Judgements({ judged }: { readonly judged: readonly Judgement[] }): ReactNode {
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

/** The formula and what went into it, for whoever wants to work it out again. */
export function Formula({
  formula,
  inputs,
}: {
  readonly formula: readonly string[];
  readonly inputs: readonly (readonly [name: string, value: Formatted | string | undefined])[];
}): ReactNode {
  return (
    <details className="text-small text-text2">
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
