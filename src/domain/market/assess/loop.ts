// What is judged of a loop: does its leverage pay, and how far is liquidation.
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import type { MarketRow } from "../market-row.ts";
import { failedCheckKind, peerPrices } from "./checks.ts";
import { namedLeverage } from "../loops/leverage.ts";
import { ownLegs } from "../loops/loop-rooms.ts";
import { placeName } from "../market-text.ts";
import { capacity } from "../row-values.ts";
import { judged } from "./assessment.ts";
import { isBelow } from "./deposit.ts";
import { missing, type Judgement } from "./room.ts";

/**
 * Whether the loop earns less than its first token would without one. Net − b = L·(s − b), so a net rate below the debt's own rate
 * says it exactly, whatever the leverage. Where the debt's rate is unknown a plain deposit is the measure: what a staked token
 * earns by being held is in the loop's rate and not in the deposit's, so the loop then loses by even more.
 *
 * @param rows lending markets, among which are its legs
 */
export function judgeLeverage(row: MarketRow, rows: readonly MarketRow[]): Judgement {
  const { depositApy: net, tokens } = row;
  if (net === undefined) return undefined;
  const symbol = tokens[0]?.symbol;
  const cost = ownLegs(row, rows)[1]?.borrowApy;
  if (cost !== undefined)
    return isBelow(net, cost)
      ? judged("leverageDoesNotPay", { symbol, net, than: { kind: "debt", apy: cost } })
      : undefined;
  const plain = bestPlainDeposit(row, rows);
  const apy = plain?.depositApy;
  if (plain === undefined || apy === undefined || !isBelow(net, apy)) return undefined;
  const than = { kind: "deposit", apy, market: placeName(plain) } as const;
  return judged("leverageDoesNotPay", { symbol, net, than });
}

/** The quoted leverage and how far it is from liquidation. */
export function judgeLiquidation(row: MarketRow): Judgement {
  const leverage = namedLeverage(row);
  if (leverage === undefined) return missing("leverage");
  const { liquidationLtv } = row;
  const [collateral, debt] = row.tokens.map(({ symbol }) => symbol);
  const drop = dropToLiquidation({ ltv: ltvOfLeverage({ leverage }), liquidationLtv });
  return judged("leverage", { leverage, drop, collateral, debt });
}

type ByMint = ReadonlyMap<string, MarketRow>;

// Rows never change, so each list is searched once.
const known = new WeakMap<readonly MarketRow[], ByMint>();

function bestDeposits(rows: readonly MarketRow[]): ByMint {
  const byMint = new Map<string, MarketRow>();
  const prices = peerPrices(rows);
  for (const row of rows) {
    const mint = row.tokens[0]?.address;
    if (row.kind !== "lending" || mint === undefined || row.depositApy === undefined) continue;
    if (capacity(row)?.full === true || failedCheckKind(row, prices) === "figures") continue;
    const best = byMint.get(mint);
    if (best === undefined || isBetter(row, best)) byMint.set(mint, row);
  }
  return byMint;
}

function isBetter(row: MarketRow, best: MarketRow): boolean {
  const rates = (row.depositApy ?? 0) - (best.depositApy ?? 0);
  const deposits = (row.totalDepositUsd ?? 0) - (best.totalDepositUsd ?? 0);
  return rates > 0 || (rates === 0 && (deposits > 0 || (deposits === 0 && row.id < best.id)));
}

/**
 * The lending market with the highest deposit rate for a market's first token, without full ones and without contradictory figures.
 * Undefined where the list has none, or the token has no mint.
 */
export function bestPlainDeposit(row: MarketRow, rows: readonly MarketRow[]): MarketRow | undefined {
  const mint = row.tokens[0]?.address;
  if (mint === undefined) return undefined;
  const byMint = known.get(rows) ?? bestDeposits(rows);
  known.set(rows, byMint);
  return byMint.get(mint);
}
