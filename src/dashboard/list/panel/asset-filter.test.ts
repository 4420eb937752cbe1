import { expect, test } from "vitest";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { assetRuleNotice } from "./asset-filter.tsx";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

test("the prediction market rule is shown only when an asset and predictions are selected", () => {
  expect(assetRuleNotice(readViewState(`asset=${usdc}`))).toBeUndefined();
  expect(assetRuleNotice(readViewState("view=prediction"))).toBeUndefined();
  expect(assetRuleNotice(readViewState(`view=all&asset=${usdc}`))).toMatch(/left out/);
  expect(assetRuleNotice(readViewState(`view=prediction&asset=${usdc}`))).toMatch(/does not apply/);
});
