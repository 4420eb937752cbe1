// The first thing a comparison says, above its table.
import type { ReactNode } from "react";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { SeriesLetter } from "../../charts/series-letter.tsx";
import { namesApart } from "../../market/market-text.ts";
import { compareAnswer, type AnswerContext, type AnswerSentence } from "./compare-answer.ts";

export function CompareAnswer({
  rows,
  ...context
}: AnswerContext & { readonly rows: readonly MarketRow[] }): ReactNode {
  const { size, side } = context;
  const [lead, ...others] = compareAnswer(rows, context);
  if (lead === undefined) return null;
  const names = namesApart(rows);
  const [quoted, sized] = side === "borrow" ? loanRules : depositRules;
  return (
    <section aria-label="In one sentence" className="rounded-panel border border-line2 bg-surface px-4 py-3">
      <p className="text-[17px] leading-7 [overflow-wrap:anywhere]">
        <Sentence parts={lead} names={names} />
      </p>
      {others.length === 0 ? null : (
        <ul className="mt-1 grid gap-1 text-text2">
          {others.map((parts) => (
            <li key={parts.join(" ")} className="[overflow-wrap:anywhere]">
              <Sentence parts={parts} names={names} />
            </li>
          ))}
        </ul>
      )}
      <details className="mt-2 text-small text-text2">
        <summary className="w-fit rounded-item py-1 text-accent">How this is worked out</summary>
        <p className="max-w-[80ch] pb-1">
          {size === undefined ? quoted : sized} What a token earns by itself is counted where its loops imply
          it. Caveats come from the market's own figures, and what it does not publish is listed.
        </p>
      </details>
    </section>
  );
}

/** Without my size, and with it. */
const depositRules = [
  "By the rates as they are quoted now, before any deposit of mine.",
  "Each market counts with the lower end of what my size would earn there in a year at the rates of now. Markets whose ranges overlap earn about the same. The table uses the same differences; here they are rounded to one figure, after a 1 to two, because the ranges are no sharper.",
] as const;
const loanRules = [
  "By the borrow rates as they are quoted now, before any loan of mine.",
  "Loans are compared by what my size costs in a year at least: today's base rate, less rewards shared with my loan. My loan may raise a rate: where the ranges overlap, the cheaper one today may cost more. Differences are rounded to one figure, after a 1 to two.",
] as const;

function Sentence({
  parts,
  names,
}: {
  readonly parts: AnswerSentence;
  /** Of the markets, by their places. */
  readonly names: readonly string[];
}): ReactNode {
  return parts.map((part, at) => {
    const key = `${String(at)} ${part}`;
    if (typeof part === "string") return <span key={key}>{part}</span>;
    return (
      <span key={key} className="inline-flex items-baseline gap-1 text-text">
        <span className="self-center">
          <SeriesLetter index={part} />
        </span>
        <b className="font-semibold">{names[part]}</b>
      </span>
    );
  });
}
