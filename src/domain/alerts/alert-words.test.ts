import { describe, expect, test } from "vitest";
import { alertRule, offPegByOnePercent, overTenPercent } from "../../../tests/fixtures/alert-rule.ts";
import type { AlertEvent, AlertRule } from "../../contract/alerts/rule.ts";
import { againText, conditionText, eventWords, measureText } from "./alert-words.ts";

const market = alertRule("rule1", { condition: { ...overTenPercent, threshold: 0.105, reset: 0.103 } });
const at = Date.parse("2026-11-22T11:20:00Z");

function event(rule: AlertRule, happening: AlertEvent["happening"]): AlertEvent {
  return { id: "e", rule, at, happening };
}

function text(rule: AlertRule, happening: AlertEvent["happening"]): string {
  const { what, detail, value } = eventWords(event(rule, happening));
  return [what, detail, value?.text ?? ""].join(" | ");
}

const crossed = { kind: "crossed", wasAt: Date.parse("2026-11-22T11:10:00Z") } as const;

describe("alert texts", () => {
  test("state when a rule fires and when it resets", () => {
    expect([conditionText(market), againText(market.condition)]).toEqual([
      "Deposit APY over 10.50 %",
      "resets under 10.30 %",
    ]);
    expect(conditionText({ ...market, condition: { kind: "cap" } })).toBe(
      "Cap reached or capacity available",
    );
  });

  test("name the value, the previous value and the market", () => {
    expect(text(market, { ...crossed, value: 0.1072, was: 0.1048 })).toBe(
      "Deposit APY over 10.50 % | was 10.48 % at 11:10 UTC | 10.72 %",
    );
    const asset: AlertRule = {
      ...market,
      target: { kind: "asset", mint: "mint", name: "JitoSOL" },
      condition: offPegByOnePercent,
    };
    expect(
      text(asset, {
        ...crossed,
        wasAt: Date.parse("2026-11-20T11:10:00Z"),
        value: 0.0117,
        was: 0.006,
        market: { id: "d", name: "JitoSOL, DefiTuna" },
        price: { implied: 95.81, expected: 96.94 },
      }),
    ).toBe(
      "Price off by 1.00 % | JitoSOL, DefiTuna; implied $95.81, expected $96.94; was 0.60 % on 20 Nov 2026, 11:10 UTC | 1.17 %",
    );
  });

  test("write utilization as the lists do", () => {
    expect(measureText("utilization", 0.9996)).toBe("99.9 %");
    expect(measureText("utilization", 0.9996, 0.999)).toBe("99.96 %");
  });

  test("warn of a loan near liquidation and a price off its peg, not of a rate", () => {
    const warns = (["depositApy", "health", "offPeg"] as const).map(
      (measure) =>
        eventWords(
          event({ ...market, condition: { ...overTenPercent, measure } }, { ...crossed, value: 1, was: 2 }),
        ).warns,
    );
    expect(warns).toEqual([false, true, true]);
  });

  test("write a threshold as it was typed, and a value around it so that both differ", () => {
    const fade = {
      ...overTenPercent,
      measure: "fade",
      side: "under",
      threshold: -0.205,
      reset: -0.15,
    } as const;
    expect([conditionText({ ...market, condition: fade }), againText(fade)]).toEqual([
      "Rate −20.5 % vs 90d average",
      "resets over −15 %",
    ]);
    const health = { ...overTenPercent, measure: "health", side: "under", threshold: 1.155 } as const;
    expect(conditionText({ ...market, condition: health })).toBe("Health under 1.155");
    expect(text({ ...market, condition: fade }, { ...crossed, value: -0.2053, was: -0.2049 })).toBe(
      "Rate −20.5 % vs 90d average | was −20 % at 11:10 UTC | −20.53 %",
    );
    expect(text(market, { ...crossed, value: 0.10501, was: 0.105 })).toBe(
      "Deposit APY over 10.50 % | was 10.500 % at 11:10 UTC | 10.501 %",
    );
  });

  test("describe cap changes and new markets", () => {
    const cap: AlertRule = { ...market, condition: { kind: "cap" } };
    expect(text(cap, { kind: "cap", reached: true })).toBe("cap reached | no capacity left | ");
    expect(text(cap, { kind: "cap", reached: false, room: 44.6e6 })).toBe(
      "capacity available | $44.6 M left under the deposit cap | ",
    );
    expect(text(cap, { kind: "cap", reached: false })).toBe("capacity available | below the deposit cap | ");
    const view: AlertRule = {
      ...market,
      target: { kind: "view", search: "", name: "Stables" },
      condition: { kind: "newMarket" },
    };
    const named = { id: "a", name: "USDG, Kamino", depositApy: 0.0641 };
    const unknown = { id: "b", name: "USDS, Kamino" };
    expect(text(view, { kind: "newMarkets", count: 4, markets: [named, unknown] })).toBe(
      "4 new markets | USDG, Kamino, deposit APY 6.41 %; USDS, Kamino; 2 more | ",
    );
  });
});
