// Yield: Kamino's earn vaults, Jupiter Earn, Lulo, DefiTuna and Carrot.
import type { YieldMarket } from "../../../../contract/market.ts";
import { kaminoStableCurve } from "../facts/curves.ts";
import { jupiterEarn } from "../facts/jupiter.ts";
import { isolatedReserves } from "../facts/isolated-markets.ts";
import { kaminoReserves, kaminoVaults } from "../facts/kamino.ts";
import { luloPoints, tunaProgramme, vaultProgrammes } from "../facts/reward-programmes.ts";
import {
  carrotBoost,
  carrotDeposits,
  carrotMint,
  carrotVault,
  defitunaVaults,
  luloBoosted,
  luloProtected,
} from "../facts/small-lenders.ts";
import { averageWindows, RatePath } from "../hourly-rates.ts";
import type { CampaignFacts } from "../campaigns.ts";
import type { DemoProviderId } from "../facts/providers.ts";
import { madeUpAddress, streamOf, unit } from "../noise.ts";
import { Pool, supplyChannel } from "../pool.ts";
import { fittedCurve, type RateCurve } from "../rate-curve.ts";
import { tokenOf, tokenOfMint, type DemoToken } from "../token-prices.ts";
import {
  actionLinks,
  providerBody,
  termId,
  tokenBody,
  variantName,
  withoutMissing,
  type Product,
  type Variant,
  type Windows,
} from "./product.ts";
import { seasonOf, type ProductContext } from "./product-context.ts";
import { RatedSide, type Season } from "./rated-product.ts";

interface YieldFacts {
  readonly key: string;
  readonly provider: DemoProviderId;
  readonly token: DemoToken;
  readonly pool: Pool;
  readonly windows: Windows;
  readonly programmes?: readonly CampaignFacts[];
  readonly gaps?: boolean;
  readonly season?: Season;
  /** False where the provider tells no totals. */
  readonly tellsTotals?: boolean;
  nameOf(variant: number, term: number | undefined): string;
  idOf(variant: number): string;
  websiteOf(variant: number): string | undefined;
  actionsOf(variant: number): Readonly<Record<string, string>>;
  dataOf?(variant: number): object;
}

export function createYieldProducts(context: ProductContext): Product[] {
  return [
    ...kaminoVaultProducts(context),
    ...jupiterEarnProducts(context),
    ...luloProducts(context),
    ...defitunaProducts(context),
    ...carrotProducts(context),
  ];
}

function yieldProduct({ seed, book }: ProductContext, facts: YieldFacts): Product {
  const { key, provider, token, pool, season } = facts;
  const side = new RatedSide(seed, book, {
    key,
    deposit: new RatePath([{ rates: pool.rates, channel: supplyChannel, coefficient: 1 }]),
    windows: facts.windows,
    ...(facts.tellsTotals === false
      ? {}
      : {
          totals: {
            depositToken: token,
            borrowToken: token,
            depositsAt: (time: number) => pool.depositsAt(time),
            growthAt: (time: number) => pool.growthAt(time),
          },
        }),
    ...(facts.programmes === undefined ? {} : { programmes: facts.programmes }),
    ...(facts.gaps === undefined ? {} : { gaps: facts.gaps }),
    ...(season === undefined ? {} : { season }),
  });
  return {
    key,
    type: "yield",
    provider,
    mints: [token.mint],
    idOf: (variant) => facts.idOf(variant),
    ...(season === undefined ? {} : { termAt: (_variant: number, time: number) => side.termAt(time) ?? 0 }),
    past: side,
    marketAt(variant: Variant, time: number): YieldMarket {
      const term = side.termAt(time);
      return withoutMissing({
        id: termId(facts.idOf(variant.index), term),
        type: "yield",
        productName: variantName(facts.nameOf(variant.index, term), variant.index),
        provider: providerBody(provider),
        token: tokenBody(token),
        websiteUrl: facts.websiteOf(variant.index),
        ...side.fieldsAt(variant, time),
        additionalData: facts.dataOf?.(variant.index),
        actions: actionLinks(provider, facts.actionsOf(variant.index)),
      });
    },
  };
}

/** A vault's rate moves like a pool that pays the captured rate at a usual utilization. */
function vaultCurve(apy: number): RateCurve {
  const utilization = 0.82;
  return fittedCurve(kaminoStableCurve, {
    utilization,
    borrowApy: Math.expm1(Math.log1p(apy) / (utilization * 0.9)),
    supplyApy: apy,
  });
}

interface VaultLine {
  readonly name: string;
  readonly symbol: string;
  readonly address: string;
  readonly riskProfile: string;
  readonly slug?: string | undefined;
  readonly apy: number;
  readonly tvlUsd: number;
  readonly shareMint?: string | undefined;
  readonly windows: Windows;
  readonly season?: Season;
}

/** Vaults that run for a season. Their sizes are estimates but for CASH, whose reserves hold less than was captured of it. */
const seasonVaults = [
  ["CASH Season", "CASH", 0.041, 98_500_000],
  ["USDC Season", "USDC", 0.058, 6_400_000],
  ["JitoSOL Season", "JitoSOL", 0.006, 9_300_000],
  ["USDS Season", "USDS", 0.047, 2_200_000],
  ["cbBTC Season", "cbBTC", 0.011, 5_100_000],
] as const;

/** Vaults lend into the reserves, so of one token they hold at most this share of them, whichever way both drift. */
const mostOfReserves = 0.45;

function sumsBySymbol(
  amounts: readonly (readonly [symbol: string, usd: number])[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [symbol, usd] of amounts) sums.set(symbol, (sums.get(symbol) ?? 0) + usd);
  return sums;
}

function kaminoVaultProducts(context: ProductContext): Product[] {
  const captured = kaminoVaults.map(
    ([address, name, symbol, , riskProfile, slug, apy, tvlUsd, shareMint]): VaultLine => {
      const draw = streamOf(0, "vault", address);
      return {
        name,
        symbol,
        address,
        riskProfile,
        slug,
        apy: apy ?? 0.032 + 0.03 * unit(draw, 0),
        tvlUsd: tvlUsd ?? Math.round(10 ** (6.1 + 1.5 * unit(draw, 1))),
        shareMint,
        // One curator sends the middle average only.
        windows: name === "Steakhouse USDC" ? [90] : averageWindows,
      };
    },
  );
  const seasons = seasonVaults.map(([name, symbol, apy, tvlUsd], index): VaultLine => ({
    name,
    symbol,
    apy,
    tvlUsd,
    address: madeUpAddress(streamOf(0, "vault", name)),
    riskProfile: "balanced",
    windows: averageWindows,
    season: seasonOf(context.seed, index, seasonVaults.length),
  }));
  const lines = [...captured, ...seasons];
  const lent = sumsBySymbol(lines.map(({ symbol, tvlUsd }) => [symbol, tvlUsd]));
  const held = sumsBySymbol([
    ...kaminoReserves.map(([, , symbol, , , , supplyUsd]) => [symbol, supplyUsd] as const),
    ...isolatedReserves.map(([, symbol, supplyUsd]) => [symbol, supplyUsd] as const),
  ]);
  return lines.map((line) => {
    const most = (mostOfReserves * (held.get(line.symbol) ?? 0)) / (lent.get(line.symbol) ?? 1);
    const token = tokenOf(line.symbol);
    const address = (variant: number): string =>
      variant === 0 ? line.address : madeUpAddress(streamOf(0, "vault", line.name, String(variant)));
    const programmes = vaultProgrammes.get(line.name);
    const key = `kamino/vault/${line.address}`;
    const slug = (variant: number): string => (variant === 0 ? line.slug : undefined) ?? address(variant);
    return yieldProduct(context, {
      key,
      provider: "kamino",
      token,
      pool: new Pool(context.seed, {
        key,
        token,
        supplyUsd: line.tvlUsd * Math.min(1, most),
        utilization: 0.82,
        swing: 0.8,
        curve: vaultCurve(line.apy),
      }),
      windows: line.windows,
      ...(programmes === undefined ? {} : { programmes }),
      ...(line.season === undefined ? {} : { season: line.season }),
      nameOf: (_variant, term) => (term === undefined ? line.name : `${line.name} ${term}`),
      idOf: (variant) => `kamino.lend.${address(variant)}`,
      websiteOf: (variant) => `https://kamino.com/lend/${slug(variant)}`,
      actionsOf: (variant) => ({
        deposit: `/api/v0/lend/${slug(variant)}/deposit`,
        withdraw: `/api/v0/lend/${slug(variant)}/withdraw`,
        ...(programmes === undefined ? {} : { claimRewards: `/api/v0/lend/${slug(variant)}/claim-rewards` }),
      }),
      dataOf: (variant) =>
        withoutMissing({
          vaultAddress: address(variant),
          vaultName: variantName(line.name, variant),
          vaultRiskProfile: line.riskProfile,
          vaultSlug: variant === 0 ? line.slug : undefined,
          shareToken:
            line.shareMint === undefined || variant > 0
              ? undefined
              : { address: line.shareMint, symbol: `k${line.symbol}`, decimals: 6 },
        }),
    });
  });
}

/** An id in the provider's shape; made-up variants carry their number. */
function numbered(id: string, variant: number): string {
  return variant === 0 ? id : `${id}.${variant + 1}`;
}

function jupiterEarnProducts(context: ProductContext): Product[] {
  return jupiterEarn.map(([symbol, , , rewardApy, shareMint]) => {
    const token = tokenOf(symbol);
    // A share that is listed as a token itself has its own name and decimals; others are called after what they hold.
    const share =
      (shareMint === undefined ? undefined : tokenOfMint(shareMint)) ??
      ({ symbol: `jl${symbol}`, decimals: token.decimals } as const);
    return yieldProduct(context, {
      key: `jupiter/earn/${symbol}`,
      provider: "jupiter",
      token,
      pool: context.jupiter.poolOf(symbol),
      windows: averageWindows,
      ...(rewardApy === undefined
        ? {}
        : { programmes: [{ side: "deposit", symbol, apy: rewardApy, running: 0.85 }] }),
      nameOf: () => "Jupiter Earn",
      idOf: (variant) => numbered(`jupiter.earn.${symbol}`, variant),
      websiteOf: () => "https://jup.ag/lend/earn",
      actionsOf: () => ({
        deposit: `/api/v0/lend/earn/${symbol}/deposit`,
        withdraw: `/api/v0/lend/earn/${symbol}/withdraw`,
      }),
      dataOf: () =>
        withoutMissing({
          shareToken:
            shareMint === undefined
              ? undefined
              : { address: shareMint, symbol: share.symbol, decimals: share.decimals },
        }),
    });
  });
}

function luloProducts(context: ProductContext): Product[] {
  const line = (
    kind: "protected" | "regular",
    [symbol, apy, totalUsd]: readonly [string, number, number],
  ): Product => {
    const token = tokenOf(symbol);
    const key = `lulo/${kind}/${symbol}`;
    return yieldProduct(context, {
      key,
      provider: "lulo",
      token,
      pool: new Pool(context.seed, {
        key,
        token,
        supplyUsd: totalUsd,
        utilization: 0.82,
        swing: kind === "protected" ? 0.5 : 0.7,
        curve: vaultCurve(apy),
      }),
      windows: averageWindows,
      ...(kind === "protected" ? {} : { programmes: luloPoints }),
      nameOf: () => (kind === "protected" ? "Lulo Protected" : "Lulo Boost"),
      idOf: (variant) => numbered(`lulo.${kind}.${symbol}`, variant),
      websiteOf: () => "https://lulo.fi",
      actionsOf: () =>
        kind === "protected"
          ? {
              deposit: `/api/v0/deposit/${symbol}/protected`,
              withdraw: `/api/v0/withdraw/${symbol}/protected`,
            }
          : {
              deposit: `/api/v0/deposit/${symbol}/regular`,
              withdraw: `/api/v0/withdraw/${symbol}/regular`,
              withdrawComplete: `/api/v0/withdraw/${symbol}/regular/complete`,
            },
    });
  };
  return [
    ...luloProtected.map((row) => line("protected", row)),
    ...luloBoosted.map((row) => line("regular", row)),
  ];
}

function defitunaProducts(context: ProductContext): Product[] {
  return defitunaVaults.map(([symbol, rate, totalUsd]) => {
    const token = tokenOf(symbol);
    const key = `defituna/${symbol}`;
    return yieldProduct(context, {
      key,
      provider: "defituna",
      token,
      pool: new Pool(context.seed, {
        key,
        token,
        supplyUsd: totalUsd,
        utilization: 0.62,
        curve: {
          points: [
            [0, rate],
            [1, rate],
          ],
          compounding: "continuous",
          take: 0.1,
          hostFixed: 0,
          borrowFactor: 1,
          borrowFixed: 0,
        },
      }),
      windows: averageWindows,
      ...(symbol === "TUNA" ? { programmes: tunaProgramme } : {}),
      nameOf: () => "DefiTuna Lending",
      idOf: (variant) => numbered(`defituna.lend.${symbol}`, variant),
      websiteOf: () => "https://defituna.com",
      actionsOf: () => ({
        deposit: `/api/v0/lend/${symbol}/deposit`,
        withdraw: `/api/v0/lend/${symbol}/withdraw`,
      }),
    });
  });
}

function carrotProducts(context: ProductContext): Product[] {
  const line = (
    kind: "earn" | "boost",
    [symbol, apy, totalUsd]: readonly [string, number, number],
  ): Product => {
    const token = tokenOf(symbol);
    const key = `carrot/${kind}/${symbol}`;
    return yieldProduct(context, {
      key,
      provider: "carrot",
      token,
      pool: new Pool(context.seed, {
        key,
        token,
        supplyUsd: totalUsd,
        utilization: 0.82,
        swing: 0.6,
        curve: vaultCurve(apy),
      }),
      windows: kind === "earn" ? averageWindows : [],
      gaps: kind === "boost",
      tellsTotals: kind === "earn",
      nameOf: () => (kind === "earn" ? "Carrot" : "Carrot Boost"),
      idOf: (variant) => numbered(`carrot.${kind}.${symbol}`, variant),
      websiteOf: () => (kind === "earn" ? "https://deficarrot.com" : undefined),
      actionsOf: () =>
        kind === "earn"
          ? { deposit: `/api/v0/deposit/${symbol}`, withdraw: `/api/v0/withdraw/${symbol}` }
          : { deposit: `/api/v0/boost/${symbol}/deposit` },
      dataOf: () => ({
        vaultAddress: carrotVault,
        shareToken: { address: carrotMint, symbol: "CRT", decimals: 9 },
      }),
    });
  };
  return [...carrotDeposits.map((row) => line("earn", row)), ...carrotBoost.map((row) => line("boost", row))];
}
