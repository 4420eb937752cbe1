// The lists below are parts of `figureNames`, whose order is fixed: add nothing here.

/** Set by the protocol, so they change in steps. */
export const parameterNames = [
  "maxDeposit",
  "maxBorrow",
  "maxLtv",
  "liquidationLtv",
  "liquidationPenalty",
  "maxLeverage",
] as const;

export const averagedNames = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "baseBorrowApy",
  "rewardApy",
] as const;
export const poolNames = ["totalDeposit", "totalDepositUsd", "totalBorrow", "totalBorrowUsd"] as const;

/** In the source's units. The order is that of columns in version 11 stores and exports: add new figures at the end. */
export const figureNames = [
  ...averagedNames,
  "borrowRewardApy",
  ...poolNames,
  ...parameterNames,
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

/** `coverage` is the share of the hour or day that is known. */
export const meanNames = [...figureNames, "coverage"] as const;
export type MeanName = (typeof meanNames)[number];
export type Means = { readonly [Name in MeanName]?: number };

const perYear = "fraction per year";
const price = "USD per share";

/** Units for exports. Undefined if the source does not say. */
export const figureUnits: Readonly<Record<MeanName, string | undefined>> = {
  depositApy: perYear,
  baseDepositApy: perYear,
  borrowApy: perYear,
  baseBorrowApy: perYear,
  rewardApy: perYear,
  borrowRewardApy: perYear,
  totalDeposit: "tokens",
  totalDepositUsd: "USD",
  totalBorrow: "tokens",
  totalBorrowUsd: "USD",
  maxDeposit: "tokens",
  maxBorrow: "tokens",
  maxLtv: "fraction",
  liquidationLtv: "fraction",
  liquidationPenalty: "fraction",
  maxLeverage: "times",
  longUsd: "USD",
  shortUsd: "USD",
  yesBid: price,
  yesAsk: price,
  noBid: price,
  noAsk: price,
  volume: undefined,
  openInterest: undefined,
  coverage: "fraction",
};

/** Milliseconds since the epoch. */
export interface Reading {
  readonly time: number;
  readonly figures: Figures;
}

/** Rounded to nine significant digits. Other figures are rounded to eight decimals. */
export const amountNames: ReadonlySet<MeanName> = new Set<MeanName>([
  ...poolNames,
  "maxDeposit",
  "maxBorrow",
  "longUsd",
  "shortUsd",
  "volume",
  "openInterest",
]);

export function figuresFrom(valueOf: (name: FigureName) => unknown): Figures {
  const figures: { [Name in FigureName]?: number } = {};
  for (const name of figureNames) {
    const value = valueOf(name);
    if (typeof value === "number" && Number.isFinite(value)) figures[name] = value;
  }
  return figures;
}

/** Postgres rejects results beyond a double's range. Products of a few figures up to this size stay within it. */
const maxFigure = 1e30;

export function roundFigure(name: MeanName, value: number | undefined): number | undefined {
  if (value === undefined || !(Math.abs(value) <= maxFigure)) return undefined;
  return amountNames.has(name) ? roundAmount(value) : roundRate(value);
}

export function roundFigures(figures: Figures): Figures {
  return figuresFrom((name) => roundFigure(name, figures[name]));
}

/** Doubles this large have no decimals. */
const wholeFrom = 2 ** 53;

/** Eight decimals. */
export function roundRate(value: number): number;
export function roundRate(value: number | undefined): number | undefined;
export function roundRate(value: number | undefined): number | undefined {
  if (value === undefined || Math.abs(value) >= wholeFrom) return value;
  return Math.round(value * 1e8) / 1e8 + 0;
}

/** Nine significant digits. */
export function roundAmount(value: number): number;
export function roundAmount(value: number | undefined): number | undefined;
export function roundAmount(value: number | undefined): number | undefined {
  if (value === undefined) return undefined;
  return Math.abs(value) < 1 / maxFigure ? 0 : Number(value.toPrecision(9)) + 0;
}
