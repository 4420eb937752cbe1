// What each leverage does, side by side: return and risk in the same row.
import { TriangleAlert } from "lucide-react";
import { useId, type ReactNode } from "react";
import { ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/liquidation.ts";
import { breakEvenBorrow, loopNetApy, ltvOfLeverage } from "../../../finance/loop.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatMultiple,
  formatPoints,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../format/number.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { narrowDrop } from "./loop-calculator.tsx";
import { stress } from "./loop-curve.tsx";
import type { LoopInputs } from "./loop-inputs.ts";

interface Step {
  readonly leverage: number;
  readonly note: string;
}

/** Leverages worth a row: 2, 3, 5, 8, the one quoted at, half way, my own and the maximum, each once, in order. */
export function leverageSteps(
  inputs: Pick<LoopInputs, "limit" | "halfway" | "leverage" | "legs">,
): readonly Step[] {
  const { limit, halfway, leverage, legs } = inputs;
  if (limit === undefined || limit <= 1) return [];
  const named: readonly (readonly [leverage: number | undefined, note: string])[] = [
    [limit, "maximum"],
    [halfway, "half way"],
    [legs.quotedNear, "quoted"],
    [legs.assumedFrom === "market" ? legs.assumedLeverage : undefined, "named by the market"],
    [leverage, "mine"],
    [2, ""],
    [3, ""],
    [5, ""],
    [8, ""],
  ];
  const steps: Step[] = [];
  for (const [place, note] of named) {
    if (place === undefined || place > limit || place < 1) continue;
    // Steps that read the same are one step; the first name wins.
    if (steps.some((step) => formatMultiple(step.leverage).text === formatMultiple(place).text)) continue;
    steps.push({ leverage: place, note });
  }
  return steps.toSorted((one, other) => one.leverage - other.leverage);
}

export function LeverageTable({
  row,
  size,
  inputs,
}: {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly inputs: LoopInputs;
}): ReactNode {
  const id = useId();
  const { supplyApy, borrowApy } = inputs;
  const steps = leverageSteps(inputs);
  if (steps.length === 0 || supplyApy === undefined || borrowApy === undefined) return null;
  const dearer = ratio(borrowApy + stress);
  const money = size === undefined ? undefined : formatUsd(size, "short").text;
  return (
    <section aria-labelledby={id} className="rounded-panel border border-line2 bg-surface">
      <header className="flex items-baseline gap-2 border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-semibold">
          What each leverage does
        </h2>
        <p className="text-small text-text3">same legs, today</p>
      </header>
      {/* A scroll region must be reachable, or the keyboard could not scroll it. */}
      <section aria-label="Leverages, scrollable" tabIndex={0} className="relative overflow-x-auto px-4 py-2">
        <table className="w-full text-right whitespace-nowrap">
          <thead className="text-small text-text2">
            <tr>
              {[
                "Leverage",
                "Net APY",
                ...(money === undefined ? [] : [`Per year on ${money}`]),
                "LTV",
                "Drop to liquidation",
                "Break-even borrow",
                `If borrow ${inWords(formatPoints(ratio(stress)))}`,
              ].map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={`py-1.5 font-medium ${index === 0 ? "text-left" : "pl-4"}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ leverage, note }) => {
              const ltv = ltvOfLeverage({ leverage });
              const drop = dropToLiquidation({ ltv, liquidationLtv: row.liquidationLtv });
              const net = loopNetApy({ supplyApy, borrowApy, leverage });
              const mine = leverage === inputs.leverage;
              return (
                <tr key={leverage} className={mine ? "font-semibold" : ""}>
                  <th scope="row" className={`py-1 text-left ${mine ? "font-semibold" : "font-normal"}`}>
                    <NumberText value={formatMultiple(leverage)} />
                    {note === "" ? null : <span className="font-normal text-text2"> {note}</span>}
                  </th>
                  <td className="py-1 pl-4">
                    <NumberText value={formatRate(net)} />
                  </td>
                  {money === undefined ? null : (
                    <td className="py-1 pl-4">
                      <NumberText value={formatUsdExact(earnings({ size, apy: net }))} />
                    </td>
                  )}
                  <td className="py-1 pl-4">
                    <NumberText value={formatShare(ltv)} />
                  </td>
                  <td className={`py-1 pl-4 ${drop !== undefined && drop < narrowDrop ? "text-danger" : ""}`}>
                    {drop === undefined ? (
                      <span className="text-text3">not published</span>
                    ) : (
                      <>
                        {drop < narrowDrop ? (
                          <>
                            <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
                            <span className="sr-only">narrow: </span>
                          </>
                        ) : null}
                        <NumberText value={formatShare(drop)} />
                      </>
                    )}
                  </td>
                  <td className="py-1 pl-4">
                    {leverage === 1 ? (
                      <span className="text-text3">no debt</span>
                    ) : (
                      <NumberText value={formatRate(breakEvenBorrow({ supplyApy, leverage }))} />
                    )}
                  </td>
                  <td className="py-1 pl-4">
                    <NumberText value={formatRate(loopNetApy({ supplyApy, borrowApy: dearer, leverage }))} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}
