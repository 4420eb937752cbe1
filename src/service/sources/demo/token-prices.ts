// Tokens of the demo: what they are, what they cost at any instant, and what they earn by themselves.
import { dayMs, yearMs } from "../../../contract/units.ts";
import { capturedAt } from "./facts/capture.ts";
import { otherNativeYields, stakingYields, usualStakingYield } from "./facts/native-yields.ts";
import { anchorPrices, tokenRows, type TokenFamily } from "./facts/tokens.ts";
import { HourlyRates } from "./hourly-rates.ts";
import { noise, streamOf, type Stream } from "./noise.ts";

/** A token as the demo knows it. `level` is its USD price at the time of capture. */
export interface DemoToken {
  readonly symbol: string;
  readonly name: string;
  readonly mint: string;
  readonly decimals: number;
  readonly family: TokenFamily;
  readonly level: number;
  readonly icon: string | null;
}

const capturedTime = Date.parse(`${capturedAt}T00:00:00Z`);
/** Years over which a token that earns by itself grows. A demo clock set centuries away must not overflow. */
const longestGrowth = 8;

const anchorOf: Partial<Record<TokenFamily, number>> = {
  lst: anchorPrices.sol,
  btc: anchorPrices.btc,
  eth: anchorPrices.eth,
};

const tokens: ReadonlyMap<string, DemoToken> = new Map(
  tokenRows.map(([symbol, name, mint, decimals, family, price, icon]) => [
    symbol,
    {
      symbol,
      name,
      mint,
      decimals,
      family,
      level: price * (anchorOf[family] ?? 1),
      icon: icon === undefined ? null : `/icons/tokens/${icon}`,
    },
  ]),
);

/** All tokens of the demo, in the order of the facts. */
export const demoTokens: readonly DemoToken[] = [...tokens.values()];

/** The token with a symbol. @throws when the facts name a token that is not among them */
export function tokenOf(symbol: string): DemoToken {
  const token = tokens.get(symbol);
  if (token === undefined) throw new Error(`The demo has no token ${symbol}.`);
  return token;
}

/** The token with a mint; undefined for those the facts do not name. */
export function tokenOfMint(mint: string): DemoToken | undefined {
  return [...tokens.values()].find((token) => token.mint === mint);
}

/** What a token earns by itself per year, as captured or estimated; 0 for most. */
export function nativeYieldLevel(token: DemoToken): number {
  const staked = stakingYields.get(token.symbol) ?? (token.family === "lst" ? usualStakingYield : undefined);
  return staked ?? otherNativeYields.get(token.symbol) ?? 0;
}

/** How far a family's price strays: largest logarithmic move away from its level, slow and fast. */
const priceMoves: Record<TokenFamily, { readonly slow: number; readonly fast: number }> = {
  usd: { slow: 0.0006, fast: 0.0005 },
  eur: { slow: 0.03, fast: 0.004 },
  sol: { slow: 0.3, fast: 0.06 },
  lst: { slow: 0.3, fast: 0.06 },
  btc: { slow: 0.2, fast: 0.04 },
  eth: { slow: 0.25, fast: 0.05 },
  stock: { slow: 0.12, fast: 0.02 },
  gold: { slow: 0.08, fast: 0.01 },
  meme: { slow: 0.5, fast: 0.12 },
  alt: { slow: 0.4, fast: 0.08 },
};

/** Prices and native yields for one seed. */
export class TokenBook {
  readonly #seed: number;
  readonly #slow = new Map<string, Stream>();
  readonly #fast = new Map<string, Stream>();
  readonly #yields = new Map<string, HourlyRates>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /**
   * USD per whole token at an instant. A family moves together: staking tokens follow SOL, wrapped coins their coin. A
   * token that earns by itself grows against its family at its yield.
   */
  price(token: DemoToken, time: number): number {
    const days = time / dayMs;
    const moves = priceMoves[token.family];
    const shared = token.family === "lst" ? "sol" : token.family;
    const alone = shared === "sol" || shared === "btc" || shared === "eth" || shared === "eur";
    const key = alone ? shared : token.symbol;
    const move =
      moves.slow * noise(this.#stream(this.#slow, key, "price-slow"), days / 45) +
      moves.fast * noise(this.#stream(this.#fast, key, "price-fast"), days / 3);
    const years = Math.max(-longestGrowth, Math.min(longestGrowth, (time - capturedTime) / yearMs));
    const growth = nativeYieldLevel(token) * years;
    return token.level * Math.exp(move + growth);
  }

  /** What a token earns by itself, hour by hour; undefined when it earns nothing. */
  nativeYield(token: DemoToken): HourlyRates | undefined {
    const level = nativeYieldLevel(token);
    if (level === 0) return undefined;
    const kept = this.#yields.get(token.symbol);
    if (kept !== undefined) return kept;
    const own = streamOf(this.#seed, "native-yield", token.symbol);
    const all = streamOf(this.#seed, "native-yield", token.family);
    const swing = token.family === "lst" ? 0.05 : 0.12;
    // Staking pays once per epoch of about two days, so the yield moves in steps of that length.
    const rates = new HourlyRates(1, (time, out) => {
      const epoch = Math.floor(time / (2 * dayMs));
      out[0] = level * (1 + swing * (0.7 * noise(all, epoch / 9) + 0.5 * noise(own, epoch / 4)));
    });
    this.#yields.set(token.symbol, rates);
    return rates;
  }

  #stream(kept: Map<string, Stream>, key: string, use: string): Stream {
    let stream = kept.get(key);
    if (stream === undefined) {
      stream = streamOf(this.#seed, use, key);
      kept.set(key, stream);
    }
    return stream;
  }
}
