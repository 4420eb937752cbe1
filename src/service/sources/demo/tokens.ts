import type { Token } from "../../../contract/market.ts";
import { dayMs, yearMs } from "../../../contract/units.ts";
import { memoize } from "../../../domain/memoize.ts";
import { known, tokenFacts } from "./facts.ts";
import { createHourlyRates } from "./hourly-rates.ts";
import { noise, streamOf } from "./noise.ts";

export type DemoToken = (typeof demoTokens)[number];

const capturedTime = Date.parse(`${tokenFacts.captured}T00:00:00Z`);
/** Years. Without this bound a clock set centuries ahead would overflow. */
const maxGrowthYears = 8;

/** `level` is the USD price as captured. */
export const demoTokens = tokenFacts.tokens.map(({ price, icon, ...token }) => {
  const { anchor = 1, demand = token.family } = tokenFacts.families[token.family];
  return {
    ...token,
    level: price * anchor,
    demand,
    icon: icon === undefined ? null : `/icons/tokens/${icon}`,
  };
});
const bySymbol = new Map(demoTokens.map((token) => [token.symbol, token]));
const byMint = new Map(demoTokens.map((token) => [token.mint, token]));

export const tokenOf = (symbol: string): DemoToken => known(bySymbol.get(symbol), symbol);
export const tokenOfMint = (mint: string): DemoToken | undefined => byMint.get(mint);

export function tokenBody({ mint, symbol, decimals, icon }: DemoToken): Token {
  return { address: mint, symbol, decimals, icon };
}

export type TokenBook = ReturnType<typeof createTokenBook>;

export function createTokenBook(seed: number) {
  const streamsOf = memoize(({ symbol, family }: DemoToken) => {
    const { together: key = symbol } = tokenFacts.families[family];
    return { slow: streamOf(seed, "price-slow", key), fast: streamOf(seed, "price-fast", key) };
  });
  return {
    /** USD. Tokens of a family move together; yield-bearing ones also grow. */
    price(token: DemoToken, time: number): number {
      const days = time / dayMs;
      const [slow, fast] = tokenFacts.families[token.family].moves;
      const streams = streamsOf(token);
      const move = slow * noise(streams.slow, days / 45) + fast * noise(streams.fast, days / 3);
      const years = Math.max(-maxGrowthYears, Math.min(maxGrowthYears, (time - capturedTime) / yearMs));
      return token.level * Math.exp(move + (token.nativeYield ?? 0) * years);
    },
    nativeYield: memoize(({ symbol, family, nativeYield: level }: DemoToken) => {
      if (level === undefined) return undefined;
      const own = streamOf(seed, "native-yield", symbol);
      const all = streamOf(seed, "native-yield", family);
      const swing = family === "lst" ? 0.05 : 0.12;
      return createHourlyRates(1, (time, out) => {
        // Staking pays once per epoch of about two days.
        const epoch = Math.floor(time / (2 * dayMs));
        out[0] = level * (1 + swing * (0.7 * noise(all, epoch / 9) + 0.5 * noise(own, epoch / 4)));
      });
    }),
  };
}
