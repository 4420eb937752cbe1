import { expect, test } from "vitest";
import { isWalletAddress } from "../../../../contract/positions/positions-request.ts";
import { demoWallets } from "./demo-wallets.ts";

test("the addresses of the demo's wallets are valid, and each is one wallet's", () => {
  expect(demoWallets.map(({ address }) => [address, isWalletAddress(address)])).toEqual(
    demoWallets.map(({ address }) => [address, true]),
  );
  expect(new Set(demoWallets.map(({ address }) => address)).size).toBe(demoWallets.length);
});
