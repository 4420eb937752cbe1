import { groupBy } from "../../finance/group-by.ts";
import { sumUsd } from "../../finance/portfolio/net-worth.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";
import { formatUsd, inWords } from "../../domain/format/number.ts";
import { joinNames } from "../../domain/format/join-parts.ts";
import { earnsByItself } from "../../domain/market/loops/own-yield.ts";

/** The largest first. Excludes loops, whose net rates include own yield, and debts. Undefined without such a token. */
export function nativeYieldNote(rows: readonly PositionRow[]): string | undefined {
  const held = rows.flatMap(({ kind, side, token, netUsd }) =>
    (kind === "yield" || (kind === "lending" && side === "deposit")) && earnsByItself(token?.address)
      ? [{ mint: token?.address, symbol: token?.symbol ?? "", netUsd }]
      : [],
  );
  const parts = [...groupBy(held, ({ mint }) => mint).values()]
    .map((same) => ({ symbol: same[0].symbol, value: sumUsd(same.map(({ netUsd }) => netUsd)) }))
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))
    .map(({ symbol, value }) => `${symbol} (${inWords(formatUsd(value, "short"), "value unknown")})`);
  if (parts.length === 0) return undefined;
  const where = parts.length === 1 ? "its price, not in its APY" : "their prices, not in their APYs";
  return `the own yield of ${joinNames(parts)} is in ${where}`;
}
