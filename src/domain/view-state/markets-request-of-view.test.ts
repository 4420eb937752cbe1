import { describe, expect, it } from "vitest";
import { sol, usdc } from "../../../tests/fixtures/mints.ts";
import { writeMarketsRequest } from "../../contract/markets-request.ts";
import { listMarkets } from "../../contract/operations/market-operations.ts";
import { readRequest } from "../../contract/operations/operation.ts";
import { readViewState } from "./codec.ts";
import { toMarketsRequest } from "./markets-request-of-view.ts";

const every = "type=lending,yield,loop,perpetual,prediction";

/** Fails for a request that the service would refuse. */
function requested(search: string): string {
  const text = writeMarketsRequest(toMarketsRequest(readViewState(search)));
  expect(readRequest(listMarkets, new URLSearchParams(text)).ok).toBe(true);
  return text;
}

describe("toMarketsRequest", () => {
  it.each([
    ["deposits by default", "", "type=lending,yield&limit=200"],
    ["all types by sending none, so that unknown ones arrive too", "view=all", "limit=200"],
    [
      "no predictions when an asset is chosen",
      `${every}&asset=${usdc}`,
      `type=lending,yield,loop,perpetual&asset=${usdc}&limit=200`,
    ],
    ["no asset for predictions alone", `type=prediction&asset=${usdc}`, "type=prediction&limit=200"],
    [
      "the markets of the collateral as well",
      `view=borrow&asset=${usdc}&collateral=${sol}`,
      `type=lending&asset=${usdc},${sol}&limit=200`,
    ],
    ["all assets in Borrow while none is chosen", `view=borrow&collateral=${sol}`, "type=lending&limit=200"],
  ])("requests %s", (_rule, search, request) => expect(requested(search)).toBe(request));

  it("sends the mints of a chosen family", () => {
    const { assets } = toMarketsRequest(readViewState(`asset=eth,${usdc}`));
    expect(assets).toEqual([
      "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs",
      "ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo",
      usdc,
    ]);
  });

  it("sends statuses only for predictions that are not just open ones", () => {
    const filters = encodeURIComponent('{"prediction":{"status":["open","closed"]}}').replaceAll("%2C", ",");
    expect(requested("view=all&status=open,closed")).toBe(`filters=${filters}&limit=200`);
    expect(requested("type=prediction&status=open")).toBe("type=prediction&limit=200");
    expect(requested("type=lending&status=closed")).toBe("type=lending&limit=200");
    expect(requested(`${every}&status=closed&asset=${usdc}`)).not.toContain("filters");
  });
});
