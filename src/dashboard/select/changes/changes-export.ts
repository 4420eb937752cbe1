import { isoText } from "../../../domain/format/time.ts";
import type { DepositFlow, RateMove, RecordChanges } from "../../../contract/record/record-changes.ts";
import type { RecordEvent } from "../../../contract/record/record-parts.ts";
import { csvText, type CsvCell } from "../../../domain/format/csv.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

export type KnownMarkets = ReadonlyMap<string, MarketRow>;

interface Line {
  readonly list: string;
  readonly market: string | undefined;
  readonly marketId: string;
  readonly move?: RateMove;
  readonly flow?: DepositFlow;
  readonly event?: RecordEvent;
}

type Column = readonly [name: string, read: (line: Line) => CsvCell | null];

const pairs = ["depositApy", "baseDepositApy", "rewardApy", "borrowApy", "utilization"] as const;

const columns: readonly Column[] = [
  ["list", ({ list }) => list],
  ["time (UTC)", ({ event }) => event?.timestamp],
  ["marketId", ({ marketId }) => marketId],
  ["market", ({ market }) => market],
  ["type", ({ move, flow }) => (move ?? flow)?.type],
  ["provider", ({ move, flow }) => (move ?? flow)?.provider],
  ["what", ({ move, event }) => move?.reason ?? event?.kind],
  ["field", ({ event }) => event?.field],
  ["before (unit of the field)", ({ event }) => event?.before],
  ["after (unit of the field)", ({ event }) => event?.after],
  ...pairs.flatMap((name): readonly Column[] => {
    const unit = name === "utilization" ? "fraction" : "fraction per year";
    return [
      [`${name} was (${unit})`, ({ move }) => move?.[name].was],
      [`${name} now (${unit})`, ({ move }) => move?.[name].now],
    ];
  }),
  ["totalDepositUsd (USD)", ({ move, flow }) => (move ?? flow)?.totalDepositUsd],
  ["in (tokens)", ({ flow }) => flow?.in],
  ["out (tokens)", ({ flow }) => flow?.out],
  ["net (tokens)", ({ flow }) => flow?.net],
  ["net (USD)", ({ move, flow }) => move?.flowUsd ?? flow?.netUsd],
  ["share of deposits (fraction)", ({ flow }) => flow?.share],
];

export function changesCsv(
  { moves, flows, since, until, coverage, ...lists }: RecordChanges,
  markets: KnownMarkets,
  origin: { readonly exportedAt: number; readonly source: string },
): string {
  const of = (list: string, marketId: string): Pick<Line, "list" | "marketId" | "market"> => {
    const row = markets.get(marketId);
    return { list, marketId, market: row && marketName(row) };
  };
  const lines: readonly Line[] = [
    ...moves.map((move) => ({ ...of("moves", move.marketId), move })),
    ...flows.map((flow) => ({ ...of("flows", flow.marketId), flow })),
    ...(["caps", "arrivals", "parameters", "rewards"] as const).flatMap((list) =>
      lists[list].map((event) => ({ ...of(list, event.marketId), event })),
    ),
  ];
  const about = [since, until, coverage, isoText(origin.exportedAt), origin.source];
  const aboutNames = ["since (UTC)", "until (UTC)", "coverage (fraction)", "export time (UTC)", "source"];
  return csvText([
    columns.map(([name]) => name).concat(aboutNames),
    ...lines.map((line) => columns.map(([, read]): CsvCell => read(line) ?? undefined).concat(about)),
  ]);
}
