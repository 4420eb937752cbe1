import type { LendingMarket, YieldMarket } from "../../../../contract/market.ts";
import { dayMs } from "../../../../contract/units.ts";
import { curvePoints, kaminoFacts, lenderFacts } from "../facts.ts";
import { madeUpAddress, noise, streamOf, unit } from "../noise.ts";
import { Pool } from "../pool.ts";
import { fittedCurve, rateCurve, type RateCurve } from "../rate-curve.ts";
import { roundAmount, roundShare } from "../rounding.ts";
import { tokenOf, type DemoToken } from "../tokens.ts";
import {
  jupiterEarn,
  liquidationLtvOf,
  productKey,
  seasonsOf,
  type KaminoReserve,
  type ProductContext,
} from "./pools.ts";
import {
  actionLinks,
  actionPaths,
  providerBody,
  tokenBody,
  variantName,
  type Product,
  type Variant,
} from "./product.ts";
import { RatedSide, type RatedFacts, type Season, type TotalsPath } from "./rated-product.ts";

export type DepositMarket = LendingMarket | YieldMarket;

interface Identity {
  readonly id: string;
  readonly websiteUrl?: string | undefined;
  readonly additionalData?: object | undefined;
  readonly actions?: LendingMarket["actions"];
}

interface DepositFacts extends Omit<RatedFacts, "totals"> {
  readonly provider: string;
  readonly name: string;
  readonly token: DemoToken;
  readonly borrowToken?: DemoToken;
  readonly totals: TotalsPath;
  readonly missing?: readonly string[] | undefined;
  identityOf(variant: number): Identity;
  limitsOf?(size: number, totalBorrow: number): Partial<LendingMarket>;
}

export interface DepositProduct extends Product {
  marketAt(variant: Variant, time: number): DepositMarket;
}

function depositProduct(
  { seed, book }: ProductContext,
  type: "lending" | "yield",
  { totals, ...facts }: DepositFacts,
): DepositProduct {
  const { key, provider, token, borrowToken, season, missing = [] } = facts;
  const { depositsAt, borrowsAt, growthAt } = totals;
  const borrows = type === "lending" && borrowsAt !== undefined ? { borrowsAt } : {};
  const side = new RatedSide(seed, book, {
    ...facts,
    borrow: type === "lending" ? facts.borrow : undefined,
    totals: missing.includes("totals")
      ? undefined
      : { depositsAt, growthAt, ...borrows, depositToken: token, borrowToken: borrowToken ?? token },
  });
  const noUsd = missing.includes("usd") ? { totalDepositUsd: undefined, totalBorrowUsd: undefined } : {};
  return {
    key,
    type,
    provider,
    mints: borrowToken === undefined ? [token.mint] : [token.mint, borrowToken.mint],
    idOf: (variant) => facts.identityOf(variant).id,
    seasonal: season !== undefined,
    past: side,
    marketAt(variant, time) {
      const { id, websiteUrl, additionalData, actions } = facts.identityOf(variant.index);
      const term = side.termAt(time);
      const fields = side.fieldsAt(variant, time);
      return {
        id: term === undefined ? id : `${id}.t${term}`,
        type,
        productName: variantName(term === undefined ? facts.name : `${facts.name} ${term}`, variant.index),
        provider: providerBody(provider),
        token: tokenBody(token),
        borrowToken: borrowToken && tokenBody(borrowToken),
        websiteUrl: missing.includes("page") ? undefined : websiteUrl,
        ...fields,
        ...noUsd,
        ...facts.limitsOf?.(variant.size, fields.totalBorrow ?? 0),
        additionalData,
        actions: missing.includes("actions") ? undefined : missing.includes("anyAction") ? {} : actions,
      };
    },
  };
}

function fromPool(pool: Pool): Pick<DepositFacts, "totals" | "deposit" | "borrow"> {
  return { totals: pool, deposit: pool.supplyRate, borrow: pool.borrowRate };
}

function numbered(id: string, variant: number): string {
  return variant === 0 ? id : `${id}.${variant + 1}`;
}

const depositActions = ["deposit", "withdraw"];
const lendingActions = [...depositActions, "borrow", "repay"];
const claims = (programmes: readonly unknown[] | undefined): readonly string[] =>
  programmes === undefined ? [] : ["claimRewards"];

export function createLendingProducts(context: ProductContext): Product[] {
  const seasons = seasonsOf(context.seed, kaminoFacts.reserves);
  return [
    ...Array.from(context.reserves.values(), (reserve) =>
      reserveProduct(context, reserve, seasons.get(reserve.facts)),
    ),
    ...lenderFacts.marginfi.map((bank) => bankProduct(context, bank)),
    ...lenderFacts.jupiterVaults.map((vault) => jupiterVaultProduct(context, vault)),
  ];
}

type Row<List extends "marginfi" | "jupiterVaults"> = (typeof lenderFacts)[List][number];

/** Seasonal products have one market per term. */
export function reserveProduct(
  context: ProductContext,
  reserve: KaminoReserve,
  season?: Season,
): DepositProduct {
  const { key, token, pool, facts } = reserve;
  const { market, maxLtv, programmes, windows, missing } = facts;
  const liquidationLtv = maxLtv === undefined || maxLtv === 0 ? undefined : liquidationLtvOf(maxLtv, token);
  const penalty = token.family === "meme" ? undefined : token.family === "usd" ? 0.01 : 0.05;
  const names = [...lendingActions, "repayWithCollateral", ...claims(programmes)];
  return depositProduct(context, "lending", {
    key: productKey(reserve),
    provider: "kamino",
    name: season === undefined ? market : `${market} Season`,
    token,
    ...fromPool(pool),
    programmes,
    windows,
    season,
    missing,
    identityOf(variant) {
      const madeUp = (...parts: string[]): string => madeUpAddress(streamOf(0, ...parts, String(variant)));
      const marketAddress = variant === 0 ? reserve.marketAddress : madeUp("market", market);
      const reserveAddress = variant === 0 ? reserve.address : madeUp("reserve", key);
      return {
        id: `kamino.lending.${marketAddress}.${reserveAddress}`,
        websiteUrl: `https://kamino.com/borrow${variant === 0 ? `/reserve/${marketAddress}/${reserveAddress}` : ""}`,
        additionalData: { marketName: market, marketAddress, reserveAddress },
        actions: actionLinks(
          "kamino",
          actionPaths(`/lending/reserve/${marketAddress}/${reserveAddress}`, names),
        ),
      };
    },
    limitsOf: (size) => ({
      maxDeposit: roundAmount(pool.maxDeposit * size, token.decimals),
      maxBorrow: roundAmount(pool.maxBorrow * size, token.decimals),
      maxLtv,
      liquidationLtv: liquidationLtv && roundShare(liquidationLtv),
      liquidationPenalty: liquidationLtv && penalty,
    }),
  });
}

/** Half to the liquidator, half to the insurance fund. */
const marginfiPenalty = 0.05;

function bankProduct(context: ProductContext, bank: Row<"marginfi">): Product {
  const { symbol, maxLtv, liquidationLtv, missing } = bank;
  const token = tokenOf(symbol);
  const key = `marginfi/${symbol}`;
  const pool = new Pool(context.seed, {
    ...bank,
    key,
    token,
    swing: 0.5,
    curve: rateCurve(curvePoints[bank.curve], {
      compounding: "hourly",
      take: 0,
      borrowFactor: bank.curve === "marginfiVolatile" ? 1.135 : 1.05,
      borrowFixed: 0.01,
    }),
  });
  return depositProduct(context, "lending", {
    ...bank,
    season: undefined,
    key,
    provider: "marginfi",
    name: "MarginFi Lend",
    token,
    ...fromPool(pool),
    identityOf: (variant) => ({
      id: `marginfi.lending.${(variant === 0 ? bank.address : undefined) ?? madeUpAddress(streamOf(0, "bank", symbol, String(variant)))}`,
      websiteUrl: `https://app.0.xyz/markets/${token.mint}`,
      actions: actionLinks("marginfi", actionPaths(`/lend/${symbol}`, depositActions)),
    }),
    limitsOf: (size) => ({
      maxDeposit: roundAmount(pool.maxDeposit * size, token.decimals),
      maxBorrow:
        missing?.includes("borrowLimit") === true
          ? undefined
          : roundAmount(pool.maxBorrow * size, token.decimals),
      maxLtv,
      liquidationLtv,
      liquidationPenalty: maxLtv && marginfiPenalty,
    }),
  });
}

function jupiterVaultProduct(context: ProductContext, vault: Row<"jupiterVaults">): Product {
  const { seed, book, jupiterPool } = context;
  const { vaultId, maxLtv, liquidationLtv, liquidationPenalty } = vault;
  const token = tokenOf(vault.collateral);
  const borrowToken = tokenOf(vault.debt);
  const key = `jupiter/vault/${vaultId}`;
  const level = vault.supplyUsd / token.level;
  const size = streamOf(seed, key, "size");
  const loans = streamOf(seed, key, "loans");
  const growthAt = (time: number): number =>
    Math.exp(0.25 * noise(size, time / (40 * dayMs)) + 0.06 * noise(size + 1, time / (4 * dayMs)));
  const depositsAt = (time: number): number => level * growthAt(time);
  // On average borrowers owe a bit under half of their limit.
  const borrowsAt = (time: number): number => {
    const share = 0.47 + 0.18 * noise(loans, time / (21 * dayMs));
    return (depositsAt(time) * book.price(token, time) * maxLtv * share) / book.price(borrowToken, time);
  };
  const maxBorrow = (level * token.level * maxLtv * 0.9) / borrowToken.level;
  return depositProduct(context, "lending", {
    key,
    provider: "jupiter",
    name: "Jupiter Borrow",
    token,
    borrowToken,
    totals: { depositsAt, borrowsAt, growthAt },
    deposit: jupiterPool(vault.collateral).supplyRate,
    borrow: jupiterPool(vault.debt).borrowRate,
    programmes: vault.programmes,
    identityOf(variant) {
      const id = vaultId + 1000 * variant;
      return {
        id: `jupiter.borrow.${id}`,
        websiteUrl: `https://jup.ag/lend/borrow/${id}`,
        additionalData: {
          vaultId: id,
          vaultAddress: variant === 0 ? vault.address : undefined,
        },
        actions: actionLinks("jupiter", actionPaths(`/lend/borrow/${id}`, lendingActions, "?positionId=")),
      };
    },
    limitsOf: (factor, totalBorrow) => ({
      maxBorrow: Math.max(totalBorrow, roundAmount(maxBorrow * factor, borrowToken.decimals)),
      maxLtv,
      liquidationLtv,
      liquidationPenalty,
    }),
  });
}

export function createYieldProducts(context: ProductContext): Product[] {
  return [...vaultProducts(context), ...lenderFacts.pools.map((row) => poolProduct(context, row))];
}

/** Vaults lend, so their rates move like a pool's at this utilization. */
const vaultUtilization = 0.82;
function vaultCurve(apy: number): RateCurve {
  return fittedCurve(curvePoints.stable, {
    utilization: vaultUtilization,
    borrowApy: Math.expm1(Math.log1p(apy) / (vaultUtilization * 0.9)),
    supplyApy: apy,
  });
}

/** Vaults lend into the reserves and can hold only this share of them. */
const mostOfReserves = 0.45;

function usdOf(
  rows: readonly { readonly symbol: string; readonly supplyUsd: number }[],
  symbol: string,
): number {
  return rows.reduce((sum, row) => (row.symbol === symbol ? sum + row.supplyUsd : sum), 0);
}

function vaultProducts(context: ProductContext): Product[] {
  const seasons = seasonsOf(context.seed, kaminoFacts.vaults);
  const vaults = kaminoFacts.vaults.map((facts) => {
    const address = facts.address ?? madeUpAddress(streamOf(0, "vault", facts.name));
    const draw = streamOf(0, "vault", address);
    const apy = facts.apy ?? 0.032 + 0.03 * unit(draw, 0);
    const supplyUsd = facts.supplyUsd ?? Math.round(10 ** (6.1 + 1.5 * unit(draw, 1)));
    return { ...facts, address, apy, supplyUsd, season: seasons.get(facts) };
  });
  return vaults.map((vault) => {
    const { name, symbol, programmes, shareMint } = vault;
    const names = [...depositActions, ...claims(programmes)];
    const most = (mostOfReserves * usdOf(kaminoFacts.reserves, symbol)) / usdOf(vaults, symbol);
    const token = tokenOf(symbol);
    const key = `kamino/vault/${vault.address}`;
    const pool = new Pool(context.seed, {
      key,
      token,
      supplyUsd: vault.supplyUsd * Math.min(1, most),
      utilization: vaultUtilization,
      swing: 0.8,
      curve: vaultCurve(vault.apy),
    });
    return depositProduct(context, "yield", {
      ...vault,
      key,
      provider: "kamino",
      token,
      ...fromPool(pool),
      identityOf(variant) {
        const vaultAddress =
          variant === 0 ? vault.address : madeUpAddress(streamOf(0, "vault", name, String(variant)));
        const slug = variant === 0 ? vault.slug : undefined;
        const shareToken =
          shareMint === undefined || variant > 0
            ? undefined
            : { address: shareMint, symbol: `k${symbol}`, decimals: 6 };
        return {
          id: `kamino.lend.${vaultAddress}`,
          websiteUrl: `https://kamino.com/lend/${slug ?? vaultAddress}`,
          actions: actionLinks("kamino", actionPaths(`/lend/${slug ?? vaultAddress}`, names)),
          additionalData: {
            vaultAddress,
            vaultName: variantName(name, variant),
            vaultRiskProfile: vault.riskProfile,
            vaultSlug: slug,
            shareToken,
          },
        };
      },
    });
  });
}

type PoolRow = (typeof lenderFacts.pools)[number];

function poolProduct(context: ProductContext, row: PoolRow): Product {
  const { product, symbol, apy = 0 } = row;
  const facts = lenderFacts.poolProducts[product];
  if (facts === undefined) throw new Error(`The demo has no pool product ${product}.`);
  const { provider, utilization, swing, closed } = facts;
  const token = tokenOf(symbol);
  const key = `${product}/${symbol}`;
  const createPool = (): Pool => {
    const usual = { ...row, key, token, swing };
    if (utilization === undefined)
      return new Pool(context.seed, { ...usual, utilization: vaultUtilization, curve: vaultCurve(apy) });
    return new Pool(context.seed, {
      ...usual,
      utilization,
      curve: rateCurve([
        [0, apy],
        [1, apy],
      ]),
    });
  };
  const pool = product === jupiterEarn ? context.jupiterPool(symbol) : createPool();
  const paths = Object.entries(facts.actions).map(([name, path]) => [name, path.replace("{symbol}", symbol)]);
  return depositProduct(context, "yield", {
    ...row,
    ...fromPool(pool),
    season: undefined,
    key,
    provider,
    name: facts.name,
    token,
    limitsOf: () => (closed === true ? { maxDeposit: 0 } : {}),
    identityOf: (variant) => ({
      ...facts,
      id: numbered(`${facts.id}.${symbol}`, variant),
      additionalData: row.additionalData ?? facts.additionalData,
      actions: actionLinks(provider, Object.fromEntries(paths)),
    }),
  });
}
