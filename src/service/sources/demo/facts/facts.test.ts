import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isMintAddress } from "../../../../contract/markets-request.ts";
import { tokenOf } from "../token-prices.ts";
import { eventTemplates } from "./dflow.ts";
import { isolatedReserves } from "./isolated-markets.ts";
import { kaminoMarkets, kaminoReserves, kaminoVaults } from "./kamino.ts";
import { demoProviders } from "./providers.ts";
import { reserveProgrammes, vaultProgrammes } from "./reward-programmes.ts";
import { tokenRows } from "./tokens.ts";

const publicFile = (icon: string): URL => new URL(`../../../../../public${icon}`, import.meta.url);

describe("facts of the demo", () => {
  test("every mint and address decodes to 32 bytes, and no symbol or mint occurs twice", () => {
    const addresses = [
      ...tokenRows.map(([, , mint]) => mint),
      ...kaminoMarkets.values(),
      ...kaminoReserves.map(([, address]) => address),
      ...kaminoVaults.map(([address]) => address),
    ];
    expect(addresses.filter((address) => !isMintAddress(address))).toEqual([]);
    expect(new Set(tokenRows.map(([symbol]) => symbol)).size).toBe(tokenRows.length);
    expect(new Set(tokenRows.map(([, , mint]) => mint)).size).toBe(tokenRows.length);
  });

  test("every icon named is a file of our own, and some tokens and providers have none", () => {
    const icons = [
      ...tokenRows.map(([symbol]) => tokenOf(symbol).icon),
      ...Object.values(demoProviders).map(({ icon }) => icon),
    ];
    expect(icons).toContain(null);
    const missing = icons.filter((icon) => icon !== null && !existsSync(publicFile(icon)));
    expect(missing).toEqual([]);
  });

  test("every programme is for a reserve or vault that exists and pays a token that exists", () => {
    const reserves = new Set([
      ...kaminoReserves.map(([market, , symbol]) => `${market}:${symbol}`),
      ...isolatedReserves.map(([market, symbol]) => `${market}:${symbol}`),
    ]);
    expect([...reserveProgrammes.keys()].filter((key) => !reserves.has(key))).toEqual([]);
    const paid = [...reserveProgrammes.values(), ...vaultProgrammes.values()]
      .flat()
      .flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol]));
    expect(paid.map((symbol) => tokenOf(symbol).symbol)).toEqual(paid);
  });

  test("the outcomes of an event have different codes", () => {
    const repeated = eventTemplates.filter(
      ({ outcomes }) => new Set(outcomes.map(([code]) => code)).size < outcomes.length,
    );
    expect(repeated).toEqual([]);
  });
});
