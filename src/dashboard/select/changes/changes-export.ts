import type { Arrival, DepositFlow, Pair, RateMove } from "../../../contract/record/record-changes.ts";
import type { RecordEvent } from "../../../contract/record/record-parts.ts";
import { figureUnits, meanNames } from "../../../domain/record/figures.ts";
import { csvTable, type CsvConstant, type CsvField } from "../../../domain/format/csv.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { ShownChanges } from "./shown-changes.ts";

interface Line {
  readonly list: string;
  readonly market: string | undefined;
  readonly marketId: string;
  readonly type: string | undefined;
  readonly provider: string | undefined;
  readonly move?: RateMove;
  readonly flow?: DepositFlow;
  readonly event?: RecordEvent;
  readonly arrival?: Arrival;
}

/** A market that is gone is described only by the record. */
type Listed = Pick<Line, "marketId"> &
  Partial<Pick<Arrival, "type" | "provider" | "name">> & { readonly row: MarketRow | undefined };

const pairs = ["depositApy", "baseDepositApy", "rewardApy", "borrowApy", "utilization"] as const;

const columns: readonly CsvField<Line>[] = [
  ["list", ({ list }) => list],
  ["time (UTC)", ({ event }) => event?.timestamp],
  ["marketId", ({ marketId }) => marketId],
  ["market", ({ market }) => market],
  ["type", ({ type }) => type],
  ["provider", ({ provider }) => provider],
  ["what", ({ move, event }) => move?.reason ?? event?.kind],
  ["field", ({ event }) => event?.field],
  ["unit of the field", ({ event }) => unitOfField(event)],
  ["before (unit of the field)", ({ event }) => event?.before],
  ["after (unit of the field)", ({ event }) => event?.after],
  ...pairs.flatMap((name): readonly CsvField<Line>[] => {
    const unit = name === "utilization" ? "fraction" : "fraction per year";
    return [
      [`${name} was (${unit})`, (line) => pairIn(line, name)?.was],
      [`${name} now (${unit})`, (line) => pairIn(line, name)?.now],
    ];
  }),
  ["totalDepositUsd (USD)", ({ move, flow, arrival }) => (move ?? flow ?? arrival)?.totalDepositUsd],
  ["in (tokens)", ({ flow }) => flow?.in],
  ["out (tokens)", ({ flow }) => flow?.out],
  ["net (tokens)", ({ flow }) => flow?.net],
  ["net (USD)", ({ move, flow }) => move?.flowUsd ?? flow?.netUsd],
  ["share of deposits (fraction)", ({ flow }) => flow?.share],
  ["maxLeverage (times)", ({ arrival }) => arrival?.maxLeverage],
];

function unitOfField(event: RecordEvent | undefined): string | undefined {
  const figure = meanNames.find((name) => name === event?.field);
  return figure && figureUnits[figure];
}

/** An arrival has a single deposit APY: the last one of a market that is gone, or the current one of a new market. */
function pairIn({ move, arrival }: Line, name: (typeof pairs)[number]): Pair | undefined {
  if (arrival === undefined || name !== "depositApy") return move?.[name];
  return arrival.kind === "gone" ? { was: arrival.depositApy } : { now: arrival.depositApy };
}

function lineOf(list: string, { marketId, type, provider, name, row }: Listed): Line {
  return {
    list,
    marketId,
    market: row === undefined ? (name ?? undefined) : marketName(row),
    type: type ?? row?.type,
    provider: provider ?? row?.providerId,
  };
}

export function changesCsv(
  { moves, flows, caps, arrivals, parameters, rewards, since, until, coverage }: ShownChanges,
  origin: readonly CsvConstant[],
): string {
  const lines: readonly Line[] = [
    ...moves.map((move) => ({ ...lineOf("moves", move), move })),
    ...flows.map((flow) => ({ ...lineOf("flows", flow), flow })),
    ...caps.map((event) => ({ ...lineOf("caps", event), event })),
    ...arrivals.map((arrival) => ({ ...lineOf("arrivals", arrival), event: arrival, arrival })),
    ...parameters.map((event) => ({ ...lineOf("parameters", event), event })),
    ...rewards.map((event) => ({ ...lineOf("rewards", event), event })),
  ];
  return csvTable(columns, lines, [
    ["since (UTC)", since],
    ["until (UTC)", until],
    ["coverage (fraction)", coverage],
    ...origin,
  ]);
}
