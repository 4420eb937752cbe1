import { expect, test } from "vitest";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import type { KeptReason } from "./moves.ts";
import { feesText, reasonText } from "./move-words.ts";

test("the reason to keep a deposit has at most five words", () => {
  const reasons: readonly KeptReason[] = [
    { kind: "best" },
    { kind: "limits" },
    { kind: "stuck", free: dollars(5000) },
    { kind: "loan", near: false, free: fraction(0.2) },
    { kind: "loan", near: true, free: fraction(0) },
    ...(["value", "rate", "token"] as const).map((what): KeptReason => ({ kind: "unknown", what })),
  ];
  const texts = reasons.map(reasonText);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) expect(text.split(" ").length).toBeLessThanOrEqual(5);
});

test("fees without a price of SOL are unknown", () => {
  expect(feesText(dollars(0.02))).toBe("Network fees about $0.02; provider fees unknown.");
  expect(feesText(undefined)).toBe("Network and provider fees unknown.");
});
