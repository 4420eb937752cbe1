// What a market's figures say about each other: the doubts in full, what was checked and holds, and what could not be checked;
// and what its history says of the rate.
import type { ReactNode } from "react";
import { countOf, formatCount } from "../../format/number.ts";
import type { CheckVerdict } from "../../market/doubts.ts";
import type { CheckText } from "../../market/doubt-text.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { tick, triangle } from "../../ui/marks/signs.tsx";
import { pastInShort, type PastFinding } from "./market-past.tsx";

export function MarketChecks({
  checks,
  past,
  level = 2,
}: {
  readonly level?: 2 | 3;
  readonly checks: readonly CheckText[];
  /** What a year of its days says; empty until it is loaded. */
  readonly past: readonly PastFinding[];
}): ReactNode {
  const of = (verdict: CheckVerdict): readonly CheckText[] =>
    checks.filter((check) => check.verdict === verdict);
  const [doubts, passed, unknown] = [of("fail"), of("pass"), of("unknown")];
  const inShort = pastInShort(past);
  return (
    <Panel
      heading="Checks"
      level={level}
      padded
      description={
        <>
          {doubts.length === 0 ? "figures consistent" : countOf(doubts.length, "doubt")},{" "}
          {formatCount(passed.length).text} passed
          {unknown.length === 0 ? "" : `, ${formatCount(unknown.length).text} not made`}
          {inShort === undefined ? "" : `; ${inShort}`}
        </>
      }
    >
      {doubts.length === 0 ? null : (
        <>
          <ul className="mt-2 grid gap-2">
            {doubts.map((check) => (
              <li key={check.id} className="flex items-baseline">
                {triangle}
                <span className="min-w-0">
                  {check.sentence}
                  <code className="block font-mono text-tiny [overflow-wrap:anywhere] text-text3">
                    {check.fields.join(" ")}
                  </code>
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-small text-text2">
            The figures are shown as they were sent: nothing is left out or corrected.
          </p>
        </>
      )}
      {passed.length === 0 ? null : (
        <ul className="mt-2 grid gap-x-8 gap-y-0.5 text-text2 sm:grid-cols-2">
          {passed.map((check) => (
            <li key={check.id} className="flex items-baseline">
              {tick}
              <span className="min-w-0">{check.sentence}</span>
            </li>
          ))}
        </ul>
      )}
      {unknown.length === 0 ? null : (
        <ul className="mt-2 grid gap-0.5 text-small text-text3">
          {unknown.map((check) => (
            <li key={check.id} className="flex items-baseline">
              <span aria-hidden="true" className="mr-1 w-2.5 shrink-0 text-center">
                —
              </span>
              <span className="min-w-0">{check.sentence}</span>
            </li>
          ))}
        </ul>
      )}
      <FromHistory past={past} />
    </Panel>
  );
}

function FromHistory({ past }: { readonly past: readonly PastFinding[] }): ReactNode {
  const judged = past.filter(({ holds }) => holds !== undefined);
  if (judged.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 font-medium">From a year of history</h3>
      <ul aria-label="Checks of its history" className="mt-1 grid gap-0.5 text-text2">
        {judged.map(({ id, sentence, holds }) => (
          <li key={id} className="flex items-baseline">
            {holds === true ? tick : triangle}
            <span className="min-w-0">{sentence}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
