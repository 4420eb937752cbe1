import { describe, expect, it } from "vitest";
import { marketRow, poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../../tests/fixtures/quantities.ts";
import { toQuality } from "./quality.ts";

const reached = { websiteUrl: "https://example.com", readAt: moment("2026-10-01T00:00:00Z") };
const averages = {
  baseDepositApy30d: fraction(0.01),
  baseDepositApy90d: fraction(0.02),
  baseDepositApy180d: fraction(0.03),
};

const priced = (id: string, providerId: string, price: number) =>
  poolRow(
    id,
    { deposits: 10 },
    { ...reached, providerId, tokens: [rowToken("USDC")], totalDepositUsd: dollars(10 * price) },
  );

describe("the quality of providers", () => {
  const later = moment("2026-10-01T00:05:00Z");
  const limits = { maxLtv: fraction(0.7), liquidationLtv: fraction(0.8) };
  const rows = [
    marketRow({ ...reached, id: "a", ...averages, ...limits, maxLtv: fraction(0.9) }),
    marketRow({ ...reached, id: "b", ...limits, maxDeposit: tokens(1) }),
    marketRow({ ...reached, id: "c", rewardsGiven: true, baseDepositApy30d: fraction(0.01), readAt: later }),
    marketRow({ id: "p", type: "prediction", providerId: "dflow", providerName: "DFlow" }),
  ];
  const { providers, all } = toQuality(rows);
  const kamino = providers[0];

  it("counts each provider's markets, most first, and the total", () => {
    expect(providers.map(({ id, markets }) => [id, markets])).toEqual([
      ["kamino", 3],
      ["dflow", 1],
    ]);
    expect(all).toMatchObject({ id: undefined, markets: 4 });
  });

  it("counts failed checks among the markets that could be checked", () => {
    expect(kamino?.doubtful).toEqual({ count: 1, of: 2 });
    expect(kamino?.failed.get("ltv")).toEqual({ count: 1, of: 2 });
    expect(kamino?.failed.get("borrows")).toEqual({ count: 0, of: 0 });
  });

  it("counts unpublished figures among the markets that could have them", () => {
    for (const fact of ["averages", "limit", "rewards"] as const)
      expect([fact, kamino?.missing.get(fact)]).toEqual([fact, { count: 2, of: 3 }]);
    expect(providers[1]?.missing.get("rewards")).toEqual({ count: 0, of: 0 });
  });

  it("shows when a provider's figures last changed", () => {
    expect(kamino?.changedAt).toBe(later);
  });

  it("compares prices across all providers", () => {
    const peers = [priced("a", "kamino", 1), priced("b", "kamino", 1), priced("d", "kamino", 1)];
    const quality = toQuality([...peers, priced("c", "lulo", 100)]);
    expect(quality.providers.map(({ id, failed }) => [id, failed.get("price")])).toEqual([
      ["kamino", { count: 0, of: 3 }],
      ["lulo", { count: 1, of: 1 }],
    ]);
  });

  it("is empty without markets", () => {
    expect(toQuality([])).toMatchObject({ providers: [], all: { markets: 0, changedAt: undefined } });
  });
});
