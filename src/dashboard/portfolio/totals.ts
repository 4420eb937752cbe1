// The figures of all positions together, and what of them is not known.
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import {
  blendedApy,
  netWorth,
  yearlyIncome,
  type Earner,
  type Income,
  type Worth,
} from "../../finance/portfolio/worth.ts";
import { daysPerYear } from "../../finance/rates.ts";
import { shortAddress, type MarketRow, type RowToken } from "../data/markets/market-row.ts";
import type { PositionRow, TokenValue } from "../data/positions/position-row.ts";
import { borrowRewardApy, rewardApy } from "../market/row-values.ts";

/** The rate by which a position earns, or that its debt costs; undefined where none is told. A loop's at its own leverage, else as quoted. */
export function positionApy({ kind, side, market, ownApy }: PositionRow): Ratio | undefined {
  if (kind === "lending" && side === "borrow") return market.borrowApy;
  return ownApy ?? market.depositApy;
}

/** Shares and claims pay no rate: they are worth what they are. */
function paysRate({ kind }: PositionRow): boolean {
  return kind !== "reward" && kind !== "prediction";
}

function rewardsOf({ kind, side, market }: PositionRow): Ratio | undefined {
  if (kind === "lending" && side === "borrow") return borrowRewardApy(market);
  return kind === "loop" ? undefined : rewardApy(market);
}

function earnerOf(row: PositionRow): Earner {
  return paysRate(row)
    ? { netUsd: row.netUsd, apy: positionApy(row), rewardApy: rewardsOf(row) }
    : { netUsd: row.netUsd, apy: ratio(0), rewardApy: undefined };
}

/** What a position earns in a year at today's rate, US dollars; under 0 for a debt that costs. */
export function earnsPerYear(row: PositionRow): Usd | undefined {
  if (!paysRate(row)) return undefined;
  const income = yearlyIncome([earnerOf(row)]);
  return income.unknown > 0 ? undefined : income.net;
}

/** A claim, and the position that earned it. */
export interface Claim extends TokenValue {
  readonly key: string;
  readonly wallet: string;
  /** The position that earned it, or the claim itself where that is not told. */
  readonly row: PositionRow;
  /** Whether it is a position of its own: then its value is in the sums already. */
  readonly own: boolean;
  /** The market with nothing but the action that claims. */
  readonly actionRow: MarketRow;
}

function claimOnly({ actionRow, market }: PositionRow): MarketRow {
  const claims = [...actionRow.actions, ...market.actions].filter(([key]) => key === "claimRewards");
  return { ...actionRow, actions: claims.slice(0, 1) };
}

/**
 * What can be claimed: rewards that are positions of their own, and those that a position names, each once.
 * @param markets which of them pays a token knows its symbol, where a position names its mint alone
 */
export function claimsOf(rows: readonly PositionRow[], markets: readonly MarketRow[]): readonly Claim[] {
  const own = rows.filter(({ kind }) => kind === "reward");
  const told = new Set(
    own.map(
      ({ wallet, earnedBy, marketId, token }) =>
        `${wallet} ${earnedBy ?? marketId ?? ""} ${token?.address ?? ""}`,
    ),
  );
  const others = rows.flatMap((row) =>
    row.kind === "reward"
      ? []
      : row.claims.flatMap((claim, index): Claim[] => {
          const address = claim.token?.address ?? "";
          const already = [row.id, row.marketId ?? ""].some((of) =>
            told.has(`${row.wallet} ${of} ${address}`),
          );
          return already || claim.amount === 0
            ? []
            : [
                {
                  ...claim,
                  token: named(claim.token, markets),
                  key: `${row.key} ${String(index)}`,
                  wallet: row.wallet,
                  row,
                  own: false,
                  actionRow: claimOnly(row),
                },
              ];
        }),
  );
  return [
    ...own.map((row): Claim => ({
      key: row.key,
      wallet: row.wallet,
      token: row.token,
      amount: row.amount,
      usd: row.usd,
      row: rows.find(({ id, wallet }) => id === row.earnedBy && wallet === row.wallet) ?? row,
      own: true,
      actionRow: claimOnly(row),
    })),
    ...others,
  ];
}

/** The same token with its symbol and picture, where any market tells them. */
function named(token: RowToken | undefined, markets: readonly MarketRow[]): RowToken | undefined {
  if (token?.address === undefined || token.symbol !== shortAddress(token.address)) return token;
  for (const market of markets)
    for (const known of [...market.tokens, ...market.rewards.flatMap((reward) => reward.token ?? [])])
      if (known.address === token.address) return known;
  return token;
}

/** A claim as something that is held. */
export function claimHolding({ usd: value }: TokenValue): {
  assetsUsd: Usd | undefined;
  debtsUsd: Usd | undefined;
} {
  return { assetsUsd: value, debtsUsd: value === undefined ? undefined : usd(0) };
}

export interface Totals {
  readonly worth: Worth;
  readonly income: Income;
  readonly perDay: Usd | undefined;
  readonly rewardsPerDay: Usd | undefined;
  readonly apyOfAssets: Ratio | undefined;
  readonly apyOfEquity: Ratio | undefined;
}

/** The sums over all positions and claims. Those without a value are in none of them and counted. */
export function totalsOf(rows: readonly PositionRow[], claims: readonly Claim[]): Totals {
  const others = claims.filter(({ own }) => !own).map(claimHolding);
  const worth = netWorth([...rows, ...others]);
  const income = yearlyIncome([
    ...rows.map(earnerOf),
    ...others.map(({ assetsUsd }) => ({ netUsd: assetsUsd, apy: ratio(0), rewardApy: undefined })),
  ]);
  return {
    worth,
    income,
    perDay: usd(income.net / daysPerYear),
    rewardsPerDay: usd(income.rewards / daysPerYear),
    apyOfAssets: blendedApy({ perYear: income.earned, of: income.assets }),
    apyOfEquity: blendedApy({ perYear: income.net, of: income.equity }),
  };
}

/** How many have no value, and how many of the others have no rate. */
export function unknownOf({ worth, income }: Totals): { readonly value: number; readonly rate: number } {
  return { value: worth.unknown, rate: income.unknown - worth.unknown };
}
