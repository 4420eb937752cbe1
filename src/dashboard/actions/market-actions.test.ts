import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { actionLabel } from "./market-actions.ts";

describe("the name of an action", () => {
  test.each([
    ["deposit", "Deposit"],
    ["withdrawComplete", "Complete withdrawal"],
    ["setup", "Set up"],
    ["stakeAndLock", "Stake and lock"],
    ["swapToUSDC", "Swap to USDC"],
    ["mintNFTNow", "Mint NFT now"],
    ["tier2Deposit", "Tier2 deposit"],
  ])("is in words, also of an unknown key: %s is %s", (key, label) => expect(actionLabel(key)).toBe(label));

  test.each(["", "Deposit", "__proto__", "a b", "deposit\u200b", "x".repeat(32), "1st", "déposer", "<b>"])(
    "an invalid key has no name: %j",
    (key) => expect(actionLabel(key)).toBeUndefined(),
  );

  it("contains only letters, digits and single spaces for any key", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z][A-Za-z0-9]{0,30}$/)), (key) => {
        expect(actionLabel(key) ?? "Fine").toMatch(/^[A-Z0-9][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/);
      }),
    );
  });
});
