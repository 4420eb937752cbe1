// Yield a token earns by being held. Deposit rates leave it out; net rates of loops include it, so loops imply it.
import { isDeposit } from "../../../contract/market.ts";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { quantile } from "../../../finance/blend.ts";
import { impliedSupply } from "../../../finance/debt/loop.ts";
import type { MarketRow } from "../market-row.ts";
import { formatRate, inWords } from "../../format/number.ts";
import { isStakedSol } from "../asset-families.ts";
import { namedLeverage } from "../market-text.ts";
import { ownLegs } from "./loop-capacity.ts";

/** By mint. Staked SOL is listed elsewhere. */
const yieldBearing: ReadonlySet<string> = new Set([
  "3ThdFZQKM6kRyVGLG48kaPg5TRMhYMKY1iCRa9xop1WC", // eUSX
  "HnnGv3HrSqjRpgdFmx7vQGjntNEoex1SU4e9Lxcxuihz", // sHYUSD
  "Eh6XEPhSwoLv5wFApukmnaVSHQ6sAnoD9BmgmwQoN2sN", // sUSDe
  "AvZZF1YaZDziPY2RCK4oJrRVrbN3mTD9NL24hPeaZeUj", // syrupUSDC
  "A1KLoBrKBde8Ty9qtNQUtq3C2ortoC3u7twggz7sEto6", // USDY
  "CRTx1JouZhzSU6XytsE42UQraoGqiHgxabocVfARTy2s", // CRT
  "7GxATsNMnaC88vdwd2t3mwrFuQwwGvmYPrUQ4D6FotXk", // JUICED
  "8fr7WGTVFszfyNWRMXj6fRjZZAnDwmXwEpCrtzmUkdih", // wYLDS
  "5Y8NV33Vv7WbnLfq3zBcKSdYPrk7g2KoiQoe7M2tcxp5", // ONyc
  "59obFNBzyTBGowrkif5uK7ojS58vsuWz3ZCvg6tfZAGw", // PST
  "59CwZq5b6drmDizgGfxECG7f16hxDpG1nXrxPoQx4y8g", // sACRED
  "3b8X44fLF9ooXaUm3hhSgjpmVs6rZZ3pPoGnGahc3Uu7", // PRIME
  "27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4", // JLP
  "ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo", // wstETH
]);

export function isYieldBearing(mint: string | undefined): mint is string {
  return mint !== undefined && (yieldBearing.has(mint) || isStakedSol(mint));
}

/** Per year, by mint. A missing token may still earn something. */
export type OwnYields = ReadonlyMap<string, Ratio>;

export const noOwnYields: OwnYields = new Map();

export interface OwnYield {
  readonly mint: string;
  readonly symbol: string;
  /** Per year. Undefined if no loop implies it, or if a vault may already include it. */
  readonly apy: Ratio | undefined;
  /** The token's yield is known, but not whether the vault's rate includes it. */
  readonly maybeCounted?: boolean;
}

/** Undefined if the rate already includes it, as for a loop. */
export function ownYieldOf(
  { kind, tokens: [token], baseDepositApy: base }: MarketRow,
  known: OwnYields,
): OwnYield | undefined {
  if (token === undefined || !isDeposit(kind) || !isYieldBearing(token.address)) return undefined;
  const own = { mint: token.address, symbol: token.symbol };
  const apy = known.get(token.address);
  // A vault's total may include the token's own yield, unless its base rate is lower than that yield.
  const mayInclude = kind === "yield" && apy !== undefined && (base === undefined || base >= apy);
  return mayInclude ? { ...own, apy: undefined, maybeCounted: true } : { ...own, apy };
}

/**
 * Own yield of a loop's collateral: all it earns, (net + (L − 1)·b) / L, less its deposit rate in the same market;
 * the median per token. Uses only loops with a known leverage L, loaded legs, and a debt without own yield. Drops
 * negative results as contradictory.
 */
export function impliedOwnYields(rows: readonly MarketRow[], legs: readonly MarketRow[]): OwnYields {
  const found = new Map<string, Map<string, number>>();
  for (const loop of rows) {
    const [supplied, borrowed] = loop.tokens;
    if (loop.kind !== "loop" || !isYieldBearing(supplied?.address) || isYieldBearing(borrowed?.address))
      continue;
    const [supply, debt] = ownLegs(loop, legs);
    const inAll = impliedSupply({
      net: loop.depositApy,
      borrowApy: debt?.borrowApy,
      leverage: namedLeverage(loop),
    });
    if (inAll === undefined || supply?.depositApy === undefined) continue;
    const own = inAll - supply.depositApy;
    const byLoop = found.get(supplied.address) ?? new Map<string, number>();
    if (own >= 0) found.set(supplied.address, byLoop.set(loop.id, own));
  }
  return new Map(
    [...found].flatMap(([mint, byLoop]): [string, Ratio][] => {
      const middle = ratio(quantile([...byLoop.values()], 0.5));
      return middle === undefined ? [] : [[mint, middle]];
    }),
  );
}

export function ownYieldText({ symbol, apy, maybeCounted = false }: OwnYield): string {
  if (maybeCounted) return `whether a vault's rate includes what ${symbol} earns by itself is unknown`;
  return apy === undefined
    ? `what ${symbol} earns by itself is unknown`
    : `${symbol} earns ${inWords(formatRate(apy))} by itself, as its loops imply`;
}
