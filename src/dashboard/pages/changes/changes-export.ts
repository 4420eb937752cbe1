// What changed as a file: raw values, one line for each move, flow and event.
import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { csvText, type CsvCell } from "../../format/csv.ts";
import { isoText } from "../../select/export-rows.ts";
import { marketName } from "../../market/market-text.ts";
import type { KnownMarkets } from "./change-parts.tsx";

const columns = [
  "list",
  "time (UTC)",
  "marketId",
  "market",
  "type",
  "provider",
  "what",
  "field",
  "before (unit of the field)",
  "after (unit of the field)",
  "depositApy was (fraction per year)",
  "depositApy now (fraction per year)",
  "baseDepositApy was (fraction per year)",
  "baseDepositApy now (fraction per year)",
  "rewardApy was (fraction per year)",
  "rewardApy now (fraction per year)",
  "borrowApy was (fraction per year)",
  "borrowApy now (fraction per year)",
  "utilization was (fraction)",
  "utilization now (fraction)",
  "totalDepositUsd (USD)",
  "in (tokens)",
  "out (tokens)",
  "net (tokens)",
  "net (USD)",
  "share of deposits (fraction)",
] as const;

type Line = Readonly<Partial<Record<(typeof columns)[number], CsvCell | null>>> & {
  readonly marketId: string;
};

type ExportedChanges = Pick<
  RecordChanges,
  "since" | "until" | "coverage" | "moves" | "flows" | "caps" | "arrivals" | "parameters" | "rewards"
>;

/** UTF-8 without a byte order mark. Every line says of which time it is, how much of that is known, and whose it is. */
export function changesCsv(
  changes: ExportedChanges,
  markets: KnownMarkets,
  origin: { readonly exportedAt: number; readonly source: string },
): string {
  const about = [changes.since, changes.until, changes.coverage, isoText(origin.exportedAt), origin.source];
  const nameOf = (id: string): string | undefined => {
    const row = markets.get(id);
    return row === undefined ? undefined : marketName(row);
  };
  return csvText([
    [...columns, "since (UTC)", "until (UTC)", "coverage (fraction)", "export time (UTC)", "source"],
    ...linesOf(changes).map((line) =>
      columns
        .map((name): CsvCell => (name === "market" ? nameOf(line.marketId) : (line[name] ?? undefined)))
        .concat(about),
    ),
  ]);
}

function linesOf({ moves, flows, ...lists }: ExportedChanges): readonly Line[] {
  const events = (["caps", "arrivals", "parameters", "rewards"] as const).flatMap((list) =>
    lists[list].map((event): Line => {
      const { timestamp, marketId, kind, field, before, after } = event;
      return {
        list,
        "time (UTC)": timestamp,
        marketId,
        what: kind,
        field,
        "before (unit of the field)": before,
        "after (unit of the field)": after,
      };
    }),
  );
  return [
    ...moves.map(
      ({
        marketId,
        type,
        provider,
        depositApy,
        baseDepositApy,
        rewardApy,
        borrowApy,
        utilization,
        ...move
      }): Line => ({
        list: "moves",
        marketId,
        type,
        provider,
        what: move.reason,
        "depositApy was (fraction per year)": depositApy.was,
        "depositApy now (fraction per year)": depositApy.now,
        "baseDepositApy was (fraction per year)": baseDepositApy.was,
        "baseDepositApy now (fraction per year)": baseDepositApy.now,
        "rewardApy was (fraction per year)": rewardApy.was,
        "rewardApy now (fraction per year)": rewardApy.now,
        "borrowApy was (fraction per year)": borrowApy.was,
        "borrowApy now (fraction per year)": borrowApy.now,
        "utilization was (fraction)": utilization.was,
        "utilization now (fraction)": utilization.now,
        "totalDepositUsd (USD)": move.totalDepositUsd,
        "net (USD)": move.flowUsd,
      }),
    ),
    ...flows.map(({ marketId, type, provider, ...flow }): Line => ({
      list: "flows",
      marketId,
      type,
      provider,
      "totalDepositUsd (USD)": flow.totalDepositUsd,
      "in (tokens)": flow.in,
      "out (tokens)": flow.out,
      "net (tokens)": flow.net,
      "net (USD)": flow.netUsd,
      "share of deposits (fraction)": flow.share,
    })),
    ...events,
  ];
}
