import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { mayBecomeWallet, readWallet, readWallets } from "./wallet-address.ts";

const wallet = "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176";
const other = "DemoLenderZoZxXCimDZEqpsDuL7mkgiKSuKBKsmFNY";

function fault(text: string): string {
  const reading = readWallet(text);
  return reading.ok ? "" : reading.message;
}

describe("the address of a wallet", () => {
  it("is read with spaces around it", () => {
    expect(readWallet(` ${wallet}\n`)).toEqual({ ok: true, value: wallet });
  });

  test.each([
    ["", "Enter the address"],
    ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "Ethereum"],
    ["toly.sol", "Names are not supported"],
    ["6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y17O", 'Character 44 is "O"'],
    ["6JpN-6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176", 'Character 5 is "-"'],
    ["6JpN 6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176", "Character 5 is a space"],
    ["6JpNV6DK88", "Too short: 10 characters"],
    [`${wallet}6`, "Too long: 45 characters"],
    ["zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "A Solana address is 32 bytes long"],
  ])("%s is rejected with the reason", (text, reason) => expect(fault(text)).toContain(reason));

  it("is incomplete while it is short and otherwise valid", () => {
    expect(["", " 6JpNV6DK88 ", wallet.slice(0, 31)].every(mayBecomeWallet)).toBe(true);
    expect(["0x12", "toly.sol", wallet.slice(0, 32), wallet].some(mayBecomeWallet)).toBe(false);
  });

  it("is read once from the address bar, without invalid ones and at most ten", () => {
    expect(readWallets(`${wallet},junk,${wallet},${other}`)).toEqual([wallet, other]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readWallets(text).length).toBeLessThanOrEqual(10);
      }),
    );
  });
});
