import { describe, expect, it } from "vitest";
import { marketRow, poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../../tests/fixtures/quantities.ts";
import { toQuality } from "./quality.ts";

const reached = { websiteUrl: "https://example.com", readAt: moment("2026-10-01T00:00:00Z") };
const priced = (id: string, providerId: string, price: number) =>
  poolRow(
    id,
    { deposits: 10 },
    { providerId, tokens: [rowToken("USDC")], totalDepositUsd: dollars(10 * price) },
  );

describe("the quality of providers", () => {
  const later = moment("2026-10-01T00:05:00Z");
  const limits = { maxLtv: fraction(0.7), liquidationLtv: fraction(0.8) };
  const [baseDepositApy30d, baseDepositApy90d, baseDepositApy180d] = [0.01, 0.02, 0.03].map(fraction);
  const averages = { baseDepositApy30d, baseDepositApy90d, baseDepositApy180d };
  const rows = [
    marketRow({ ...reached, id: "a", ...averages, ...limits, maxLtv: fraction(0.9) }),
    marketRow({ ...reached, id: "b", ...limits, maxDeposit: tokens(1) }),
    marketRow({ ...reached, id: "c", rewardsGiven: true, baseDepositApy30d, readAt: later }),
    marketRow({ id: "p", type: "prediction", providerId: "dflow", providerName: "DFlow" }),
  ];
  const { providers, all } = toQuality(rows);
  const kamino = providers[0];

  it("counts each provider's markets, most first, with the time of their last change, and the total", () => {
    expect(providers).toMatchObject([
      { id: "kamino", markets: 3, changedAt: later },
      { id: "dflow", markets: 1 },
    ]);
    expect(all).toMatchObject({ id: undefined, markets: 4 });
  });

  it("counts failed checks among the markets that could be checked", () => {
    expect(kamino?.anyFailed).toEqual({ count: 1, of: 2 });
    expect(kamino?.failed.get("ltv")).toEqual({ count: 1, of: 2 });
    expect(kamino?.failed.get("borrows")).toEqual({ count: 0, of: 0 });
  });

  it("counts unpublished figures among the markets that could have them", () => {
    for (const fact of ["averages", "limit", "rewards"] as const)
      expect([fact, kamino?.missing.get(fact)]).toEqual([fact, { count: 2, of: 3 }]);
    expect(providers[1]?.missing.get("rewards")).toEqual({ count: 0, of: 0 });
  });

  it("compares prices across all providers", () => {
    const peers = ["a", "b", "d"].map((id) => priced(id, "kamino", 1));
    const quality = toQuality([...peers, priced("c", "lulo", 100)]);
    expect(quality.providers.map(({ id, failed }) => [id, failed.get("price")])).toEqual([
      ["kamino", { count: 0, of: 3 }],
      ["lulo", { count: 1, of: 1 }],
    ]);
  });
});
