// The figures a snapshot of a market holds, in the source's units. A figure that the source does not publish is missing.
import { rewardSide, type Market } from "../../contract/market.ts";

/**
 * Rates, loan limits and prices are fractions; amounts are whole tokens, or dollars where the name ends in Usd. The order numbers the
 * columns of version 11 stores and of exports: add new figures at the end.
 */
export const figureNames = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "baseBorrowApy",
  /** The sum of the rewards inside depositApy. */
  "rewardApy",
  /** The sum of the rewards inside borrowApy. */
  "borrowRewardApy",
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "maxDeposit",
  "maxBorrow",
  "maxLtv",
  "liquidationLtv",
  "liquidationPenalty",
  "maxLeverage",
  "longUsd",
  "shortUsd",
  "yesBid",
  "yesAsk",
  "noBid",
  "noAsk",
  "volume",
  "openInterest",
] as const;
export type FigureName = (typeof figureNames)[number];
export type Figures = { readonly [Name in FigureName]?: number };

/** A mean of an hour or a day also has `coverage`: the share of that time for which the market is known. */
export const meanNames = [...figureNames, "coverage"] as const;
export type MeanName = (typeof meanNames)[number];
export type Means = { readonly [Name in MeanName]?: number };

/** Amounts are kept to nine significant digits, all other figures to eight decimals. */
export const amountNames: ReadonlySet<MeanName> = new Set<MeanName>([
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "maxDeposit",
  "maxBorrow",
  "longUsd",
  "shortUsd",
  "volume",
  "openInterest",
]);

/** A market as one poll has read it. */
export interface MarketSnapshot {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly figures: Figures;
  /** It lends another token than the one deposited. */
  readonly debtInOtherToken?: boolean;
  /** The market's JSON; absent where the list is too long to keep every body. */
  readonly body?: string;
}

export function snapshotOf(market: Market): MarketSnapshot & { readonly body: string } {
  const figures: { [Name in FigureName]?: number } = {};
  const set = (name: FigureName, value: unknown): void => {
    if (typeof value === "number" && Number.isFinite(value)) figures[name] = value;
  };
  for (const name of figureNames) set(name, Reflect.get(market, name));
  const liquidity: unknown = Reflect.get(market, "liquidity");
  if (typeof liquidity === "object" && liquidity !== null)
    for (const name of ["longUsd", "shortUsd"] as const) set(name, Reflect.get(liquidity, name));
  set("rewardApy", sumOfRewards(market, "deposit") ?? figures.rewardApy);
  set("borrowRewardApy", sumOfRewards(market, "borrow") ?? figures.borrowRewardApy);
  return {
    id: market.id,
    type: market.type,
    provider: market.provider.id,
    figures,
    debtInOtherToken: lendsAnotherToken(market),
    body: JSON.stringify(market),
  };
}

/** Postgres refuses a product beyond the range of a double. Products and quotients of a few figures in these bounds stay inside it. */
const largest = 1e30;

/** A figure in its stored form; undefined where it is beyond anything a market could have. */
export function roundFigure(name: MeanName, value: number): number | undefined {
  if (!(Math.abs(value) <= largest)) return undefined;
  return amountNames.has(name) ? roundAmount(value) : roundRate(value);
}

export function roundFigures(figures: Figures): Figures {
  const rounded: { [Name in FigureName]?: number } = {};
  for (const name of figureNames) {
    const value = figures[name];
    const kept = value === undefined ? undefined : roundFigure(name, value);
    if (kept !== undefined) rounded[name] = kept;
  }
  return rounded;
}

/** From here on a double has no decimals to cut. */
const wholeFrom = 2 ** 53;

/** To eight decimals. */
export function roundRate(value: number): number {
  return Math.abs(value) >= wholeFrom ? value : Math.round(value * 1e8) / 1e8 + 0;
}

/** To nine significant digits. */
export function roundAmount(value: number): number {
  return Math.abs(value) < 1 / largest ? 0 : Number(value.toPrecision(9)) + 0;
}

/** The mint addresses of the tokens a market is about. */
export function mintsOf(market: object): readonly string[] {
  return ["token", "borrowToken", "tokenA", "tokenB"].flatMap(
    (name) => addressOf(Reflect.get(market, name)) ?? [],
  );
}

/** Where deposits and debt are different tokens, their amounts do not add up to a utilization. */
function lendsAnotherToken(market: Market): boolean {
  const token = addressOf(Reflect.get(market, "token"));
  const borrowed = addressOf(Reflect.get(market, "borrowToken"));
  return borrowed !== undefined && borrowed !== token;
}

function addressOf(token: unknown): string | undefined {
  const address: unknown =
    typeof token === "object" && token !== null ? Reflect.get(token, "address") : undefined;
  return typeof address === "string" ? address : undefined;
}

/** 0 for an empty list; undefined without a list, or where a reward of this side has no rate. */
function sumOfRewards(market: Market, side: "deposit" | "borrow"): number | undefined {
  const rewards = "rewards" in market ? market.rewards : undefined;
  if (!Array.isArray(rewards)) return undefined;
  let sum = 0;
  for (const reward of rewards) {
    if (rewardSide(reward) !== side) continue;
    if (typeof reward.apy !== "number" || !Number.isFinite(reward.apy)) return undefined;
    sum += reward.apy;
  }
  return sum;
}
