// A rule on the one market of a walk, and walks in which its rate is what a test says.
import type { AlertRule } from "../../src/contract/alerts/rule.ts";
import type { Walk } from "../../src/service/store/market-store.ts";

export const minute = 60_000;
export const noon = Date.UTC(2026, 9, 1, 12);

export function rule(id: string, change: Partial<AlertRule> = {}): AlertRule {
  return {
    id,
    target: { kind: "market", id: "m", name: "USDC, Kamino", marketType: "lending" },
    condition: { kind: "threshold", measure: "depositApy", side: "over", threshold: 0.1, reset: 0.097 },
    browser: false,
    paused: false,
    madeAt: 0,
    ...change,
  };
}

/** @param more further fields of the market */
export function walk(
  time: number,
  depositApy: number | undefined,
  more: Readonly<Record<string, unknown>> = {},
): Walk {
  return listing(time, [{ ...(depositApy === undefined ? {} : { depositApy }), ...more }]);
}

/** A complete walk over markets, each given by what it has besides being "m", a lending market of Kamino. */
export function listing(time: number, markets: readonly Readonly<Record<string, unknown>>[]): Walk {
  return {
    time,
    complete: true,
    pages: 1,
    setAside: 0,
    markets: markets.map((fields) => {
      const market = {
        id: "m",
        type: "lending",
        provider: { id: "kamino", name: "Kamino" },
        ...fields,
      };
      const { id } = market;
      return { id, type: "lending", provider: "kamino", point: {}, body: JSON.stringify(market) };
    }),
  };
}
