import { expect, test } from "vitest";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { assetRuleNotice } from "./asset-filter.tsx";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

test("the rule about prediction markets is shown only while an asset is chosen and they are ticked", () => {
  expect(assetRuleNotice(readViewState(`asset=${usdc}`))).toBeUndefined();
  expect(assetRuleNotice(readViewState("view=prediction"))).toBeUndefined();
  expect(assetRuleNotice(readViewState(`view=all&asset=${usdc}`))).toMatch(/left out/);
  expect(assetRuleNotice(readViewState(`view=prediction&asset=${usdc}`))).toMatch(/does not apply/);
});
