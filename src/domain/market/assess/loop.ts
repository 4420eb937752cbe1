import { usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { loopPosition } from "../../../finance/debt/loop.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { memoize } from "../../memoize.ts";
import { compareSize, type MarketRow } from "../market-row.ts";
import { failedCheckKind, peerPrices } from "./checks.ts";
import { defaultLeverage, ownLegs } from "../loops/loop-capacity.ts";
import { namedLeverage, placeName } from "../market-text.ts";
import { isFull, loanUtilization, mayPassKink } from "../row-values.ts";
import { judged, type AssessContext } from "./assessment.ts";
import { isBelow, judgeUtilization } from "./deposit.ts";
import { missing, type Judgment } from "./capacity.ts";

/**
 * Net − b = L·(s − b), so leverage loses if the net rate is below the debt's rate b. If b is unknown, compares with
 * the plain deposit, which leaves out the token's own yield: the loop then loses even more.
 */
export function judgeLeverage(row: MarketRow, rows: readonly MarketRow[]): Judgment {
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

/** The net APY and the exit depend on the pool that the loop supplies. */
export function judgeSupply(
  row: MarketRow,
  rows: readonly MarketRow[],
  context: Pick<AssessContext, "size">,
): Judgment {
  const [supplied] = ownLegs(row, rows);
  return supplied && judgeUtilization(supplied, context, supplied.tokens[0]?.symbol);
}

/** The net APY also depends on the pool that the loop borrows from. */
export function judgeDebt(
  row: MarketRow,
  rows: readonly MarketRow[],
  { size, leverage = defaultLeverage(row) }: Pick<AssessContext, "size" | "leverage">,
): Judgment {
  const [, debt] = ownLegs(row, rows);
  if (debt === undefined || leverage === 1) return undefined;
  const loan = loopPosition({ size, leverage })?.borrowed ?? usd(0);
  const utilization = loanUtilization(debt, loan);
  return utilization !== undefined && utilization <= 1 && mayPassKink(debt, loan)
    ? judged("debtRateMayJump", { utilization, symbol: debt.tokens[0]?.symbol, size })
    : undefined;
}

export function judgeLiquidation(
  row: MarketRow,
  { leverage = namedLeverage(row) }: Pick<AssessContext, "leverage">,
): Judgment {
  if (leverage === undefined) return missing("leverage");
  const { liquidationLtv } = row;
  const [collateral, debt] = row.tokens.map(({ symbol }) => symbol);
  const drop = dropToLiquidation({ ltv: ltvOfLeverage({ leverage }), liquidationLtv });
  return judged("leverage", { leverage, drop, collateral, debt });
}

const bestDeposits = memoize((rows: readonly MarketRow[]) => {
  const prices = peerPrices(rows);
  const open = rows
    .filter(({ kind, depositApy }) => kind === "lending" && depositApy !== undefined)
    .filter((row) => !isFull(row) && failedCheckKind(row, prices) !== "figures")
    .toSorted((one, other) => (other.depositApy ?? 0) - (one.depositApy ?? 0) || compareSize(one, other));
  const byMint = groupBy(open, ({ tokens: [token] }) => token?.address);
  return new Map(Array.from(byMint, ([mint, [best]]) => [mint, best]));
});

export function bestPlainDeposit(row: MarketRow, rows: readonly MarketRow[]): MarketRow | undefined {
  const mint = row.tokens[0]?.address;
  return mint === undefined ? undefined : bestDeposits(rows).get(mint);
}
