import { useMemo } from "react";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { halfwayLeverage, leverageLimit } from "../../../finance/debt/leverage.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { capitalize } from "../../../domain/format/capitalize.ts";
import { formatMultiple, formatPoints, inWords } from "../../../domain/format/number.ts";
import { marketName, namedLeverage } from "../../../domain/market/market-text.ts";
import { ownLegs } from "../../../domain/market/loops/loop-capacity.ts";
import { loopLegs } from "../../../domain/market/loops/loop-legs.ts";

export type LoopInputs = ReturnType<typeof useLoopInputs>;

/** An emptied field has no rate, but not the market's either. */
interface EnteredRate {
  readonly apy: Ratio | undefined;
}

export interface LoopState {
  readonly supply: EnteredRate | undefined;
  readonly borrow: EnteredRate | undefined;
  readonly leverage: number | undefined;
}

export function useLoopInputs(
  row: MarketRow,
  rows: readonly MarketRow[],
  entered: LoopState,
  onChange: (change: Partial<LoopState>) => void,
) {
  const legs = useMemo(() => loopLegs(row, rows), [row, rows]);
  const own = useMemo(() => ownLegs(row, rows), [row, rows]);
  const limit = leverageLimit(row);
  const halfway = halfwayLeverage({ limit });
  // Starts at the quoted leverage, so that the calculator agrees with the page's headline.
  const named = namedLeverage(row);
  const quoted = named ?? legs.quotedNear;
  const isStated = (entered.leverage ?? named) !== undefined;
  const chosen = entered.leverage ?? quoted;
  const estimate = quoted === undefined ? ("assumed" as const) : ("implied" as const);
  const [supplied, borrowed] = row.tokens;
  return {
    row,
    supplied: supplied?.symbol ?? "the collateral",
    borrowed: borrowed?.symbol ?? "the debt",
    legs,
    ownLegs: own,
    supplyApy: entered.supply === undefined ? legs.supplyApy : entered.supply.apy,
    borrowApy: entered.borrow === undefined ? legs.borrowApy : entered.borrow.apy,
    bound:
      (legs.supplyFrom === "implied" ? entered.supply : entered.borrow) === undefined
        ? legs.bound
        : undefined,
    limit,
    halfway,
    /** Undefined if the leverage is quoted by the market or entered. */
    leverageFrom: isStated ? undefined : estimate,
    leverage: chosen === undefined ? halfway : Math.min(chosen, limit ?? chosen),
    changed: Object.values(entered).some((value) => value !== undefined),
    setSupply: (apy: Ratio | undefined): void => onChange({ supply: { apy } }),
    setBorrow: (apy: Ratio | undefined): void => onChange({ borrow: { apy } }),
    setLeverage: (leverage: number): void => onChange({ leverage }),
    reset: (): void => onChange({ supply: undefined, borrow: undefined, leverage: undefined }),
  };
}

export function legSource(inputs: LoopInputs, side: "supply" | "borrow"): string {
  const { legs } = inputs;
  const supplies = side === "supply";
  const token = supplies ? inputs.supplied : inputs.borrowed;
  if (supplies ? inputs.supplyApy !== legs.supplyApy : inputs.borrowApy !== legs.borrowApy) return "entered.";
  const from = supplies ? legs.supplyFrom : legs.borrowFrom;
  const market = supplies ? legs.supplyMarket : legs.borrowMarket;
  const at = inWords(formatMultiple(legs.assumedLeverage));
  const own = supplies ? ` It includes what ${token} earns by itself.` : "";
  if (from === "lending" && market !== undefined) {
    const isOwn = market === inputs.ownLegs[supplies ? 0 : 1];
    const which = isOwn ? "" : `, the largest of ${market.providerName}; the loop's own is unknown`;
    return `${supplies ? "deposit" : "borrow"} APY of ${marketName(market)}${which}.`;
  }
  if (from === "unknown" && supplies && legs.borrowFrom === "lending") {
    const { depositApy: quoted } = inputs.row;
    const isBelow = quoted !== undefined && quoted < (legs.borrowApy ?? quoted);
    const reason = isBelow ? "APY is below the borrow cost, and its leverage is" : "APY or its leverage is";
    return `unknown: the quoted ${reason} unknown. Enter it, with what ${token} earns by itself.`;
  }
  if (from === "unknown")
    return supplies
      ? "unknown. Enter it, with what the token earns by itself."
      : `unknown: no lending market lends ${token}. Enter it.`;
  if (legs.assumedFrom === "market") return `implied by the quoted APY at ${at}, its quoted leverage.${own}`;
  const isMinimum = supplies || legs.bound === "at most";
  return `${isMinimum ? "at least" : "at most"}; implied by the quoted APY at the maximum of ${at}, ${isMinimum ? "more" : "less"} at lower leverage.${own}`;
}

/** net − s = (L − 1)·(s − b), so the loop loses once borrowing costs more than s. */
export function comparedWithHolding(inputs: LoopInputs): string | undefined {
  const { supplied, borrowed, supplyApy, borrowApy, leverage, bound } = inputs;
  if (supplyApy === undefined || borrowApy === undefined || leverage === undefined || leverage <= 1)
    return undefined;
  const spread = supplyApy - borrowApy;
  // The true gap may be wider than a bound, so a bound of 0 proves nothing.
  if (bound !== undefined && spread <= 0) return undefined;
  const gain = inWords(formatPoints(ratio((leverage - 1) * spread)));
  const prefix = bound === undefined ? "" : `${bound} `;
  const held = `${capitalize(prefix)}${gain} vs holding ${supplied}`;
  return spread > 0
    ? `${held} at ${formatMultiple(leverage).text}; gone if the ${borrowed} borrow rate rises by ${prefix}${inWords(formatPoints(ratio(spread), "distance"))}.`
    : `${held}: the debt costs at least what ${supplied} earns.`;
}
