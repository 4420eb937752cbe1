import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { positionTypes } from "./position.ts";
import {
  maximumPositionIds,
  positionResolutions,
  writePnlRequest,
  writePositionHistoryRequest,
  writePositionsRequest,
} from "./positions-request.ts";
import { readRequest, type QueryText } from "../operations/operation.ts";
import { listPositions, positionsHistory, positionsPnl } from "../operations/position-operations.ts";

const readPositionsRequest = (query: QueryText) => readRequest(listPositions, query);
const readPositionHistoryRequest = (query: QueryText) => readRequest(positionsHistory, query);
const readPnlRequest = (query: QueryText) => readRequest(positionsPnl, query);

const wallets = [
  "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176",
  "11111111111111111111111111111111",
  "So11111111111111111111111111111111111111112",
] as const;
const [wallet] = wallets;
const someWallet = fc.constantFrom(...wallets);
const someTime = fc.integer({ min: 0, max: Date.parse("9999-12-31T00:00:00Z") });
const someId = fc.string({ minLength: 1, maxLength: 30 }).filter((id) => !id.includes(","));

function faultsOf(
  reading: ReturnType<
    typeof readPositionsRequest | typeof readPnlRequest | typeof readPositionHistoryRequest
  >,
): string[] {
  return reading.ok ? [] : reading.faults.map(({ parameter, message }) => `${parameter}: ${message}`);
}

describe("what is asked about a wallet", () => {
  it("reads back as it was written", () => {
    const owners = fc.record(
      {
        wallet: someWallet,
        type: fc.constantFrom(...positionTypes),
        bundleIds: fc.uniqueArray(someId, { minLength: 1, maxLength: 5 }),
      },
      { requiredKeys: ["wallet"] },
    );
    fc.assert(
      fc.property(owners, (request) => {
        const query = new URLSearchParams(writePositionsRequest(request));
        expect(readPositionsRequest(query)).toEqual({ ok: true, request });
      }),
    );
    for (const each of wallets)
      expect(readPnlRequest(new URLSearchParams(writePnlRequest({ wallet: each })))).toEqual({
        ok: true,
        request: { wallet: each },
      });
  });

  it("reads back as it was written, also its past", () => {
    const past = fc
      .record(
        {
          wallet: someWallet,
          startTime: someTime,
          positionIds: fc.uniqueArray(someId, { minLength: 1, maxLength: 5 }),
          resolution: fc.constantFrom(...positionResolutions),
        },
        { requiredKeys: ["wallet", "startTime"] },
      )
      .chain((request) =>
        fc
          .option(fc.integer({ min: request.startTime, max: Date.parse("9999-12-31T00:00:00Z") }))
          .map((endTime) => (endTime === null ? request : Object.assign({}, request, { endTime }))),
      );
    fc.assert(
      fc.property(past, (request) => {
        const query = new URLSearchParams(writePositionHistoryRequest(request));
        expect(readPositionHistoryRequest(query)).toEqual({ ok: true, request });
      }),
    );
  });

  it.for([
    ["", "walletAddresses: walletAddresses is required: the address of one wallet."],
    [
      `walletAddresses=${wallet},${wallet}`,
      "walletAddresses: walletAddresses has several addresses. Ask for one wallet at a time.",
    ],
    [
      "walletAddresses=0x12",
      'walletAddresses: walletAddresses is "0x12", which is not a wallet address (base58 of 32 bytes).',
    ],
    [
      `walletAddresses=${wallet}&type=loop,yield`,
      'type: type is "loop,yield". Use lending or yield or loop or perpetual or reward or prediction.',
    ],
    [
      `walletAddresses=${wallet}&bundleIds=a&bundleIds=b`,
      "bundleIds: bundleIds is given 2 times. Give it once, several values separated by commas.",
    ],
    [
      `walletAddresses=${wallet}&walletAddresses=${wallet}`,
      "walletAddresses: walletAddresses is given 2 times. Give it once, several values separated by commas.",
    ],
  ] as const)("%s is refused with its own sentence", ([query, message]) => {
    expect(faultsOf(readPositionsRequest(new URLSearchParams(query)))).toEqual([message]);
  });

  it("tells every fault of a past at once", () => {
    const ids = Array.from({ length: maximumPositionIds + 1 }, (_, index) => `p${index}`).join(",");
    const faults = faultsOf(
      readPositionHistoryRequest(new URLSearchParams(`startTime=soon&resolution=2h&positionIds=${ids}`)),
    );
    expect(faults.map((fault) => fault.split(":")[0])).toEqual([
      "walletAddress",
      "startTime",
      "resolution",
      "positionIds",
    ]);
  });

  it("never throws, whatever the query", () => {
    const name = fc.constantFrom(
      "walletAddresses",
      "walletAddress",
      "type",
      "startTime",
      "endTime",
      "positionIds",
      "x",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary" })), { maxLength: 6 }), (pairs) => {
        const query = new URLSearchParams(pairs);
        for (const read of [readPositionsRequest, readPnlRequest, readPositionHistoryRequest])
          expect(typeof read(query).ok).toBe("boolean");
      }),
    );
  });
});
