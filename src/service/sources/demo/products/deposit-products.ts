import { sum } from "d3-array";
import type { LendingMarket, YieldMarket } from "../../../../contract/market.ts";
import { dayMs } from "../../../../contract/units.ts";
import { kaminoFacts, lenderFacts, type RateCurve, type ReserveFacts } from "../facts.ts";
import { noise, streamOf } from "../noise.ts";
import { createPool, type Pool } from "../pool.ts";
import { curveNamed, fittedCurve } from "../rate-curve.ts";
import { roundAmount } from "../rounding.ts";
import { tokenBody, tokenOf, type DemoToken } from "../tokens.ts";
import { jupiterEarn, seasonsOf, type KaminoReserve, type ProductContext } from "./pools.ts";
import { addressOf, identityOf, productNamed, providerBody, type Product } from "./product.ts";
import { createRatedSide, type RatedFacts, type TotalsPath } from "./rated-product.ts";
import { variantName, type Variant } from "./variant.ts";

export type DepositMarket = LendingMarket | YieldMarket;

export interface DepositProduct extends Product {
  marketAt(variant: Variant, time: number): DepositMarket;
}

interface DepositFacts extends Omit<RatedFacts, "totals"> {
  readonly product: string;
  readonly name?: string;
  readonly token: DemoToken;
  readonly borrowToken?: DemoToken;
  readonly totals: TotalsPath;
  readonly missing?: readonly string[] | undefined;
  /** Names that the product's templates use. */
  namesOf(variant: number): Readonly<Record<string, string>>;
  additionalDataOf?(variant: number, names: Readonly<Record<string, string>>): object | undefined;
  limitsOf?: ((size: number, totalBorrow: number) => Partial<LendingMarket>) | undefined;
}

function depositProduct({ seed, book }: ProductContext, facts: DepositFacts): DepositProduct {
  const { key, token, borrowToken, season, totals, missing = [] } = facts;
  const product = productNamed(facts.product);
  const { provider, additionalData } = product;
  const type = product.type === "lending" ? "lending" : "yield";
  const { name = product.name } = facts;
  const ofTokens = { ...totals, depositToken: token, borrowToken: borrowToken ?? token };
  const side = createRatedSide(seed, book, {
    ...facts,
    ...(type === "yield" && { borrow: undefined }),
    totals: missing.includes("totals")
      ? undefined
      : { ...ofTokens, borrowsAt: type === "yield" ? undefined : totals.borrowsAt },
  });
  const hasRewards = facts.programmes !== undefined;
  const noUsd = missing.includes("usd") ? { totalDepositUsd: undefined, totalBorrowUsd: undefined } : {};
  return {
    key,
    type,
    provider,
    mints: borrowToken === undefined ? [token.mint] : [token.mint, borrowToken.mint],
    idOf: (variant) => identityOf(product, variant, facts.namesOf(variant)).id,
    seasonal: season !== undefined,
    past: side,
    marketAt(variant, time) {
      const names = facts.namesOf(variant.index);
      const { id, websiteUrl, actions } = identityOf(product, variant.index, names, hasRewards);
      const term = side.termAt(time);
      const fields = side.fieldsAt(variant, time);
      return {
        id: term === undefined ? id : `${id}.t${term}`,
        type,
        productName: variantName(term === undefined ? name : `${name} ${term}`, variant.index),
        provider: providerBody(provider),
        token: tokenBody(token),
        borrowToken: borrowToken && tokenBody(borrowToken),
        websiteUrl: missing.includes("page") ? undefined : websiteUrl,
        ...fields,
        ...noUsd,
        ...facts.limitsOf?.(variant.size, fields.totalBorrow ?? 0),
        additionalData: facts.additionalDataOf?.(variant.index, names) ?? additionalData,
        actions: missing.includes("actions") ? undefined : missing.includes("anyAction") ? {} : actions,
      };
    },
  };
}

function fromPool(pool: Pool): Pick<DepositFacts, "totals" | "deposit" | "borrow"> {
  return { totals: pool, deposit: pool.supplyRate, borrow: pool.borrowRate };
}

type Limits = Pick<ReserveFacts, "maxLtv" | "liquidationLtv" | "liquidationPenalty" | "missing">;

function limitsFrom({ maxDeposit, maxBorrow }: Pool, { decimals }: DemoToken, row: Limits) {
  const { maxLtv, liquidationLtv, liquidationPenalty, missing = [] } = row;
  return (size: number): Partial<LendingMarket> => ({
    maxDeposit: roundAmount(maxDeposit * size, decimals),
    maxBorrow: missing.includes("borrowLimit") ? undefined : roundAmount(maxBorrow * size, decimals),
    maxLtv,
    liquidationLtv,
    liquidationPenalty,
  });
}

export function createLendingProducts(context: ProductContext): Product[] {
  const seasons = seasonsOf(context.seed, kaminoFacts.reserves);
  return [
    ...Array.from(context.reserves.values(), (reserve) =>
      reserveProduct(context, reserve, seasons.get(reserve.facts)),
    ),
    ...poolProducts(context, "lending"),
    ...lenderFacts.jupiterVaults.map((vault) => jupiterVaultProduct(context, vault)),
  ];
}

/** Seasonal products list one market per term. */
export function reserveProduct(context: ProductContext, reserve: KaminoReserve, season?: number) {
  const { key, token, pool, facts } = reserve;
  const { market } = facts;
  return depositProduct(context, {
    ...facts,
    ...fromPool(pool),
    product: "kamino/reserve",
    key: reserve.productKey,
    name: season === undefined ? market : `${market} Season`,
    token,
    season,
    namesOf: (variant) => ({
      marketAddress: addressOf(variant, reserve.marketAddress, "market", market),
      reserveAddress: addressOf(variant, reserve.address, "reserve", key),
    }),
    additionalDataOf: (_, addresses) => ({ marketName: market, ...addresses }),
    limitsOf: limitsFrom(pool, token, facts),
  });
}

function jupiterVaultProduct(context: ProductContext, vault: (typeof lenderFacts.jupiterVaults)[number]) {
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
  // On average borrowers use a bit under half of their limit.
  const borrowsAt = (time: number): number => {
    const share = 0.47 + 0.18 * noise(loans, time / (21 * dayMs));
    return (depositsAt(time) * book.price(token, time) * maxLtv * share) / book.price(borrowToken, time);
  };
  const maxBorrow = (level * token.level * maxLtv * 0.9) / borrowToken.level;
  const idOf = (variant: number): number => vaultId + 1000 * variant;
  return depositProduct(context, {
    product: "jupiter/vault",
    key,
    token,
    borrowToken,
    totals: { depositsAt, borrowsAt, growthAt },
    deposit: jupiterPool(vault.collateral).supplyRate,
    borrow: jupiterPool(vault.debt).borrowRate,
    programmes: vault.programmes,
    namesOf: (variant) => ({ vault: String(idOf(variant)) }),
    additionalDataOf: (variant) => ({
      vaultId: idOf(variant),
      vaultAddress: variant === 0 ? vault.address : undefined,
    }),
    limitsOf: (factor, totalBorrow) => ({
      maxBorrow: Math.max(totalBorrow, roundAmount(maxBorrow * factor, borrowToken.decimals)),
      maxLtv,
      liquidationLtv,
      liquidationPenalty,
    }),
  });
}

export function createYieldProducts(context: ProductContext): Product[] {
  return [...kaminoVaultProducts(context), ...poolProducts(context, "yield")];
}

/** Vaults lend their deposits, so their rates move like a pool's at this utilization. */
const vaultUtilization = 0.82;
function vaultCurve(apy: number): RateCurve {
  return fittedCurve(curveNamed("stable"), {
    utilization: vaultUtilization,
    borrowApy: Math.expm1(Math.log1p(apy) / (vaultUtilization * 0.9)),
    supplyApy: apy,
  });
}

/** Vaults lend into the reserves, and all together can hold only this share of them. */
const maxShareOfReserves = 0.45;

function usdOf(rows: readonly Pick<ReserveFacts, "symbol" | "supplyUsd">[], symbol: string): number {
  return sum(rows, (row) => (row.symbol === symbol ? row.supplyUsd : 0));
}

function kaminoVaultProducts(context: ProductContext): Product[] {
  const seasons = seasonsOf(context.seed, kaminoFacts.vaults);
  const { reserves, vaults } = kaminoFacts;
  return vaults.map((vault) => {
    const { name, symbol, slug, riskProfile, shareMint } = vault;
    const maxScale = (maxShareOfReserves * usdOf(reserves, symbol)) / usdOf(vaults, symbol);
    const token = tokenOf(symbol);
    const key = `kamino/vault/${vault.address}`;
    const pool = createPool(context.seed, {
      key,
      token,
      supplyUsd: vault.supplyUsd * Math.min(1, maxScale),
      utilization: vaultUtilization,
      swing: 0.8,
      curve: vaultCurve(vault.apy),
    });
    return depositProduct(context, {
      ...vault,
      ...fromPool(pool),
      product: "kamino/vault",
      season: seasons.get(vault),
      key,
      token,
      namesOf(variant) {
        const address = addressOf(variant, vault.address, "vault", name);
        return { address, slug: variant === 0 && slug !== undefined ? slug : address };
      },
      additionalDataOf: (variant, { address }) => ({
        vaultAddress: address,
        vaultName: variantName(name, variant),
        vaultRiskProfile: riskProfile,
        ...(variant === 0 && {
          vaultSlug: slug,
          shareToken: shareMint && { address: shareMint, symbol: `k${symbol}`, decimals: 6 },
        }),
      }),
    });
  });
}

/** One pool per token. */
function poolProducts(context: ProductContext, type: "lending" | "yield"): Product[] {
  return lenderFacts.pools.flatMap((row) => {
    const facts = productNamed(row.product);
    if (facts.type !== type) return [];
    const { symbol } = row;
    const token = tokenOf(symbol);
    const key = `${row.product}/${symbol}`;
    const { utilization = facts.utilization ?? vaultUtilization } = row;
    const curve = poolCurve(row, facts.utilization !== undefined);
    const pool =
      row.product === jupiterEarn
        ? context.jupiterPool(symbol)
        : createPool(context.seed, { ...row, key, token, utilization, curve, swing: facts.swing });
    return depositProduct(context, {
      ...row,
      ...fromPool(pool),
      season: undefined,
      key,
      token,
      namesOf: (variant) => ({
        symbol,
        mint: token.mint,
        number: variant === 0 ? "" : `.${variant + 1}`,
        address: addressOf(variant, row.address, "bank", symbol),
      }),
      additionalDataOf: () => row.additionalData,
      limitsOf:
        type === "lending"
          ? limitsFrom(pool, token, row)
          : () => (facts.closed === true ? { maxDeposit: 0 } : {}),
    });
  });
}

function poolCurve({ curve, apy = 0 }: (typeof lenderFacts.pools)[number], isFixed: boolean): RateCurve {
  if (curve !== undefined) return curveNamed(curve);
  if (!isFixed) return vaultCurve(apy);
  const points = [0, 1].map((utilization): RateCurve["points"][number] => [utilization, apy]);
  return { ...curveNamed("stable"), points };
}
