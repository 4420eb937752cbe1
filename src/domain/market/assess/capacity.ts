// A file of its own: the first route loads only the judges that filters and sorting need.
import type { Usd } from "../../../contract/units.ts";
import {
  capacityLeft,
  capacityUsed,
  debtInOtherToken,
  impliedPrice,
  shortfall,
} from "../../../finance/pool.ts";
import type { MarketRow } from "../market-row.ts";
import { borrowLimitLeft, loanCapacity, poolAvailable, sizeCover } from "../row-values.ts";
import {
  judged,
  type AssessContext,
  type Assessment,
  type AssessmentId,
  type UnknownFact,
} from "./assessment.ts";

/** `isUnpriced`: the amount is known in tokens, but the market's totals imply no price. */
type Missing = { readonly id: "missing"; readonly fact: UnknownFact; readonly isUnpriced: boolean };

export type Judgment = Assessment | Missing | undefined;

export function missing(fact: UnknownFact, isUnpriced = false): Missing {
  return { id: "missing", fact, isUnpriced };
}

type Amount = "totalDeposit" | "totalBorrow" | "maxDeposit" | "maxBorrow";

function areUnpriced(row: MarketRow, ...amounts: readonly Amount[]): boolean {
  return impliedPrice(row) === undefined && amounts.every((name) => row[name] !== undefined);
}

/** Without a size, it reports only a reached cap. */
export function judgeDepositCapacity(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgment {
  const left = capacityLeft(row);
  if (left === undefined) return missing("depositCap", areUnpriced(row, "totalDeposit", "maxDeposit"));
  return left === 0 ? judged("capReached", { used: capacityUsed(row) }) : judgeFit(left, size, false);
}

function judgeFit(left: Usd, size: Usd | undefined, isLoop: boolean): Judgment {
  const shortBy = shortfall({ size, capacityLeft: left });
  if (size === undefined || shortBy === undefined) return undefined;
  return shortBy === 0
    ? judged("fits", { left, size, isLoop })
    : judged("doesNotFit", { left, shortBy, size, isLoop });
}

export function judgeExit(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgment {
  const available = poolAvailable(row);
  if (available === undefined)
    return missing("available", !debtInOtherToken(row) && areUnpriced(row, "totalDeposit", "totalBorrow"));
  // Nothing is lent out of an empty pool, so no one has to wait.
  if (row.totalDepositUsd === 0) return undefined;
  if (available === 0) return judged("nothingWithdrawable", { size });
  const cover = sizeCover(row, size);
  if (size === undefined || cover === undefined) return judged("withdrawable", { available });
  return cover < 1
    ? judged("limitedExit", { available, size, cover })
    : judged("canExit", { available, size, cover });
}

export function judgeLoanSize(row: MarketRow, { size }: Pick<AssessContext, "size">): Judgment {
  const { left, unknown } = loanCapacity(row);
  if (left === 0) return judged("nothingToBorrow", { isLimitReached: borrowLimitLeft(row) === 0 });
  // One known limit can show that the size does not fit, but only both can show that it does.
  const shortBy = shortfall({ size, capacityLeft: left });
  if (left !== undefined && size !== undefined && shortBy !== undefined && shortBy > 0)
    return judged("notEnoughToBorrow", { left, shortBy, size });
  if (left === undefined)
    return missing(
      "leftToBorrow",
      !debtInOtherToken(row) &&
        (areUnpriced(row, "totalDeposit", "totalBorrow") || areUnpriced(row, "totalBorrow", "maxBorrow")),
    );
  if (unknown !== undefined) return missing(unknown);
  return size === undefined ? judged("borrowable", { left }) : judged("enoughToBorrow", { left, size });
}

export function judgeLoopCapacity(
  row: MarketRow,
  { size, loops, loading = false }: Pick<AssessContext, "size" | "loops" | "loading">,
): Judgment {
  const { left, closed } = loops?.byLoop.get(row.id) ?? { left: undefined, closed: undefined };
  if (closed !== undefined) {
    const symbol = row.tokens[closed === "borrowed" ? 1 : 0]?.symbol;
    const market = row.detail ?? row.productName ?? row.providerName;
    return judged("closed", { leg: closed, symbol, market });
  }
  if (left === undefined)
    return loading ? judged("capacityLoading", { isLoop: true }) : missing("loopCapacity");
  return judgeFit(left, size, true) ?? judged("loopCapacity", { left });
}

function judgeCapacity(row: MarketRow, context: CapacityContext): Judgment {
  if (row.kind === "loop") return judgeLoopCapacity(row, context);
  return context.side === "borrow" ? judgeLoanSize(row, context) : judgeDepositCapacity(row, context);
}

type CapacityContext = Pick<AssessContext, "size" | "loops" | "side" | "loading">;

type Verdicts = Partial<Readonly<Record<AssessmentId, boolean>>>;

const sizeVerdicts: Verdicts = {
  fits: true,
  enoughToBorrow: true,
  capReached: false,
  closed: false,
  doesNotFit: false,
  nothingToBorrow: false,
  notEnoughToBorrow: false,
};
const exitVerdicts: Verdicts = { canExit: true, limitedExit: false, nothingWithdrawable: false };

function decide(judgment: Judgment, verdicts: Verdicts): boolean | undefined {
  return judgment === undefined || judgment.id === "missing" ? undefined : verdicts[judgment.id];
}

export function fitsSize(row: MarketRow, context: CapacityContext): boolean | undefined {
  return decide(judgeCapacity(row, context), sizeVerdicts);
}

export function canWithdraw(row: MarketRow, context: Pick<AssessContext, "size">): boolean | undefined {
  return decide(judgeExit(row, context), exitVerdicts);
}

/** Why a market takes no deposit, or gives no loan, of any size. Lists show such markets last, without buttons. */
export function blockedBy(
  row: MarketRow,
  context: CapacityContext,
): "closed" | "capReached" | "nothingToBorrow" | undefined {
  const id = judgeCapacity(row, context)?.id;
  return id === "closed" || id === "capReached" || id === "nothingToBorrow" ? id : undefined;
}
