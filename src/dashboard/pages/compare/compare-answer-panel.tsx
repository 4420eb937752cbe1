import type { ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { SeriesLetter } from "../../charts/series-letter.tsx";
import { distinctNames } from "../../../domain/market/market-text.ts";
import { compareAnswer, type AnswerSentence } from "../../select/compare/compare-answer.ts";
import type { GainContext } from "../../select/compare/gains.ts";
import { Summary } from "../../ui/panel/summary.tsx";

export function CompareAnswer({
  rows,
  ...context
}: GainContext & { readonly rows: readonly MarketRow[] }): ReactNode {
  const { size, side } = context;
  const [lead, ...others] = compareAnswer(rows, context);
  if (lead === undefined) return null;
  const names = distinctNames(rows);
  const [quoted, sized] = side === "borrow" ? loanRules : depositRules;
  return (
    <section aria-label="Summary" className="rounded-panel border border-line2 bg-surface px-4 py-3">
      <p aria-live="polite" aria-atomic="true" className="text-[17px] leading-7 [overflow-wrap:anywhere]">
        {renderSentence(lead, names)}
      </p>
      {others.length === 0 ? null : (
        <ul className="mt-1 grid gap-1 text-text2">
          {others.map((parts) => (
            <li key={parts.join(" ")} className="[overflow-wrap:anywhere]">
              {renderSentence(parts, names)}
            </li>
          ))}
        </ul>
      )}
      <details className="mt-2 text-small text-text2">
        <Summary className="py-1 text-accent">How this is calculated</Summary>
        <p className="max-w-[80ch] pb-1">
          {size === undefined ? quoted : sized} Yield that a token earns by being held is counted where its
          loops imply it. Each market shows its worst finding.
        </p>
      </details>
    </section>
  );
}

const depositRules = [
  "Current quoted rates, before any deposit.",
  "Ranked by the lower end of what your size would earn in a year at today's rates. Overlapping ranges earn about the same. Dollar differences are rounded, here and in the table, because the ranges are no more precise.",
] as const;
const loanRules = [
  "Current quoted borrow rates, before any loan.",
  "Ranked by the lowest yearly cost of your loan: today's base rate, less rewards shared with your loan. Your loan may raise a rate, so where ranges overlap the cheaper one may cost as much. Dollar differences are rounded.",
] as const;

function renderSentence(parts: AnswerSentence, names: readonly string[]): ReactNode {
  return parts.map((part, at) => {
    const key = `${String(at)} ${part}`;
    if (typeof part === "string") return <span key={key}>{part}</span>;
    return (
      // The padding keeps the letter on the line of the first word.
      <span key={key} className="relative pl-6.5 text-text">
        <span className="absolute top-0 left-0 flex h-[1.2em] items-center">
          <SeriesLetter index={part} />
        </span>{" "}
        <b className="font-semibold">{names[part]}</b>
      </span>
    );
  });
}
