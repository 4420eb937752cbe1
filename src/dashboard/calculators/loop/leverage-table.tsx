// What each leverage does, side by side: return and risk in the same row.
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { breakEvenBorrow, loopNetApy } from "../../../finance/debt/loop.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  countOf,
  formatMultiple,
  formatPoints,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../format/number.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { narrowDrop } from "./loop-calculator.tsx";
import { stresses } from "./loop-curve.tsx";
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
    [legs.assumedFrom === "market" ? legs.assumedLeverage : undefined, "named by the market"],
    [limit, "maximum"],
    [halfway, "half way"],
    [legs.quotedNear, "quoted"],
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

interface Outcome extends Step {
  readonly ltv: Ratio | undefined;
  readonly net: Ratio | undefined;
}

type Column = readonly [head: string, cell: (outcome: Outcome) => ReactNode];

function earnedColumn(size: Usd): Column {
  const cell: Column[1] = ({ net }) => <NumberText value={formatUsdExact(earnings({ size, apy: net }))} />;
  return [`Per year on ${formatUsd(size, "short").text}`, cell];
}

/** How much borrowing the debt has cost at its highest, as recorded. */
export interface HighestDebt {
  /** Fraction per year: the highest mean of an hour. */
  readonly apy: Ratio;
  readonly days: number;
}

interface LeverageTableProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly inputs: LoopInputs;
  readonly highest?: HighestDebt | undefined;
}

export function LeverageTable({ row, size, inputs, highest }: LeverageTableProps): ReactNode {
  const { supplyApy, borrowApy } = inputs;
  const steps = leverageSteps(inputs);
  if (steps.length === 0 || supplyApy === undefined || borrowApy === undefined) return null;
  const stressed = (head: string, dearer: Ratio | undefined): Column => [
    head,
    ({ leverage }) => (
      <NumberText value={formatRate(loopNetApy({ supplyApy, borrowApy: dearer, leverage }))} />
    ),
  ];
  const debt = row.tokens[1]?.symbol ?? "the debt";
  // What decides comes first: a phone shows three of them at once.
  const columns: readonly Column[] = [
    ["Net APY", ({ net }) => <NumberText value={formatRate(net)} />],
    [
      "Drop to liquidation",
      ({ ltv }) => <Drop drop={dropToLiquidation({ ltv, liquidationLtv: row.liquidationLtv })} />,
    ],
    [
      "Break-even borrow",
      ({ leverage }) =>
        leverage === 1 ? (
          <span className="text-text3">no debt</span>
        ) : (
          <NumberText value={formatRate(breakEvenBorrow({ supplyApy, leverage }))} />
        ),
    ],
    ...(size === undefined ? [] : [earnedColumn(size)]),
    ["LTV", ({ ltv }) => <NumberText value={formatShare(ltv)} />],
    ...stresses.map((stress) =>
      stressed(`Borrow ${inWords(formatPoints(ratio(stress)))}`, ratio(borrowApy + stress)),
    ),
    ...(highest === undefined ? [] : [stressed(`Borrow at ${formatRate(highest.apy).text}`, highest.apy)]),
  ];
  return (
    <Panel
      heading="What each leverage does"
      description={inputs.bound === undefined ? "same legs, today" : `${inputs.bound}, today`}
    >
      {/* A scroll region must be reachable, or the keyboard could not scroll it. */}
      <section
        aria-label="Leverages, scrollable"
        tabIndex={0}
        className="scroll-edge relative overflow-x-auto px-4 py-2"
      >
        <table aria-label="What each leverage does" className="w-full text-right whitespace-nowrap">
          <thead className="text-small text-text2">
            <tr className="align-bottom">
              <th scope="col" className="py-1.5 text-left font-medium">
                Leverage
              </th>
              {columns.map(([head]) => (
                <th
                  key={head}
                  scope="col"
                  className="py-1.5 pl-4 font-medium max-[479.98px]:pl-3 max-[479.98px]:whitespace-normal"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ leverage, note }) => {
              const weight = leverage === inputs.leverage ? "font-semibold" : "font-normal";
              const ltv = ltvOfLeverage({ leverage });
              const net = loopNetApy({ supplyApy, borrowApy, leverage });
              return (
                <tr key={leverage} className={weight}>
                  <th scope="row" className={`py-1 text-left ${weight}`}>
                    <NumberText value={formatMultiple(leverage)} />
                    {note === "" ? null : (
                      <span className="font-normal text-text2 max-[479.98px]:block"> {note}</span>
                    )}
                  </th>
                  {columns.map(([head, cell]) => (
                    <td key={head} className="py-1 pl-4 max-[479.98px]:pl-3">
                      {cell({ leverage, note, ltv, net })}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      <p className="px-4 pb-3 text-small text-text3">
        {highest === undefined
          ? `How dear borrowing ${debt} has been at its highest is not published, and not recorded here.`
          : `${formatRate(highest.apy).text} is what borrowing ${debt} cost in the dearest hour of ${countOf(highest.days, "day")} recorded here.`}
      </p>
    </Panel>
  );
}

function Drop({ drop }: { readonly drop: Ratio | undefined }): ReactNode {
  if (drop === undefined) return <span className="text-text3">not published</span>;
  if (drop >= narrowDrop) return <NumberText value={formatShare(drop)} />;
  return (
    <span className="text-danger">
      <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
      <span className="sr-only">narrow: </span>
      <NumberText value={formatShare(drop)} />
    </span>
  );
}
