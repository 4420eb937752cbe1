import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketTypes, predictionStatuses } from "../../contract/market.ts";
import { writeMarketsRequest } from "../../contract/markets-request.ts";
import { listMarkets } from "../../contract/operations/market-operations.ts";
import { readRequest } from "../../contract/operations/operation.ts";
import { readViewState } from "./codec.ts";
import { toMarketsRequest } from "./markets-request-of-view.ts";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const every = "type=lending,yield,loop,perpetual,prediction";

function requested(search: string): string {
  return writeMarketsRequest(toMarketsRequest(readViewState(search)));
}

describe("toMarketsRequest", () => {
  it("asks for plain deposits at limit 200 when nothing was chosen", () => {
    expect(requested("")).toBe("type=lending,yield&limit=200");
  });

  it("asks for all five types by sending no type, so that unknown types arrive too", () => {
    expect(requested("view=all")).toBe("limit=200");
  });

  it("sends the four types without prediction when an asset is chosen under All", () => {
    expect(requested(`${every}&asset=${usdc}`)).toBe(
      `type=lending,yield,loop,perpetual&asset=${usdc}&limit=200`,
    );
  });

  it("leaves prediction out beside other types, and leaves the asset out for prediction alone", () => {
    expect(requested(`type=lending,prediction&asset=${usdc}`)).toBe(`type=lending&asset=${usdc}&limit=200`);
    expect(requested(`type=prediction&asset=${usdc}`)).toBe("type=prediction&limit=200");
  });

  it("sends the mints of a family that is chosen by its name", () => {
    const { assets } = toMarketsRequest(readViewState(`asset=eth,${usdc}`));
    expect(assets).toEqual([
      "7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs",
      "ZScHuTtqZukUrtZS43teTKGs2VqkKL8k4QCouR2n6Uo",
      usdc,
    ]);
  });

  it("asks for the markets of the collateral as well, unless all are asked for anyway", () => {
    const sol = "So11111111111111111111111111111111111111112";
    expect(requested(`view=borrow&asset=${usdc}&collateral=${sol}`)).toBe(
      `type=lending&asset=${usdc},${sol}&limit=200`,
    );
    expect(requested(`view=borrow&collateral=${sol}`)).toBe("type=lending&limit=200");
  });

  it("sends statuses only when predictions are asked for and not just open ones", () => {
    const filters = encodeURIComponent('{"prediction":{"status":["open","closed"]}}').replaceAll("%2C", ",");
    expect(requested("type=prediction&status=open,closed")).toBe(
      `type=prediction&filters=${filters}&limit=200`,
    );
    expect(requested("view=all&status=open,closed")).toBe(`filters=${filters}&limit=200`);
    expect(requested("type=prediction&status=open")).toBe("type=prediction&limit=200");
    expect(requested("type=lending&status=closed")).toBe("type=lending&limit=200");
    expect(requested(`${every}&status=closed&asset=${usdc}`)).not.toContain("filters");
  });

  it("never writes a request that the service refuses", () => {
    fc.assert(
      fc.property(
        fc.subarray([...marketTypes], { minLength: 1 }),
        fc.subarray([...predictionStatuses], { minLength: 1 }),
        fc.subarray(["kamino", "lulo"]),
        fc.subarray([usdc, "stables", "sol"]),
        fc.constantFrom(undefined, usdc),
        (types, statuses, providers, assets, collateral) => {
          const text = writeMarketsRequest(
            toMarketsRequest({ types, statuses, providers, assets, collateral }),
          );
          expect(readRequest(listMarkets, new URLSearchParams(text))).toMatchObject({ ok: true });
        },
      ),
    );
  });
});
