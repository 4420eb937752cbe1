import { expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { collateralParts } from "./what-backs-it.tsx";

test("the first four collaterals have their share of deposits, and the others are one part", () => {
  const rows = [40, 20, 10, 10, 15, 5].map((deposits, at) =>
    marketRow({ label: `T${String(at)}`, totalDepositUsd: dollars(deposits) }),
  );
  expect(collateralParts(rows).map(({ label, share }) => [label, share])).toEqual([
    ["T0", 0.4],
    ["T1", 0.2],
    ["T2", 0.1],
    ["T3", 0.1],
    ["2 more", 0.2],
  ]);
  expect(collateralParts(rows).at(-1)?.help).toBe("T4, T5");
  expect(collateralParts([marketRow({ totalDepositUsd: undefined })])[0]?.share).toBeUndefined();
});

test("a pair is backed by the token it takes, not by the one it lends", () => {
  const pair = marketRow({ label: "SOL / USDC", tokens: [rowToken("SOL"), rowToken("USDC")] });
  expect(collateralParts([pair])[0]?.label).toBe("SOL");
});

test("two reserves of the same token have keys of their own", () => {
  const rows = ["core", "isolated"].map((id) =>
    marketRow({ id, label: "USDC", totalDepositUsd: dollars(1) }),
  );
  expect(new Set(collateralParts(rows).map(({ key }) => key)).size).toBe(2);
});
