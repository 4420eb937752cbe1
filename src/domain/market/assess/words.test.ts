import { expect, test } from "vitest";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import {
  judged,
  tones,
  type Assessment,
  type AssessmentId,
  type AssessmentValues,
  type UnknownFact,
} from "./assessment.ts";
import { chip, sentence } from "./words.ts";

const average = {
  rate: "borrow",
  now: fraction(0.0999),
  average90d: fraction(0.0666),
  change: fraction(0.5),
} as const;
const rewards = {
  share: fraction(0.617),
  rewards: fraction(0.0618),
  base: fraction(0.0417),
  tokens: { symbols: ["ADX", "KMNO"], hasUnnamed: true, inOther: "some", otherShare: fraction(0.5) },
} as const;
const exit = { available: dollars(244_000), size: dollars(250_000), cover: 0.976 };
const fit = { left: dollars(654_000), shortBy: dollars(346_000), size: dollars(1e6) };

/** Values of every assessment, with the longest possible words. */
const samples: AssessmentValues = {
  closed: { leg: "borrowed", symbol: "syrupUSDC", market: "Maple Market" },
  capReached: { used: fraction(1.02) },
  nothingToBorrow: { isLimitReached: true },
  collateralDoesNotFit: { symbol: "bSOL", left: dollars(2e6), shortBy: dollars(17.2e6) },
  collateralCapReached: { symbol: "syrupUSDC" },
  nothingWithdrawable: { size: undefined },
  contradictoryFigures: { checks: ["ltv", "price"] },
  leverageDoesNotPay: {
    symbol: "JitoSOL",
    net: fraction(0.0482),
    than: { kind: "deposit", apy: fraction(0.0677), market: "Kamino · Main Market" },
  },
  limitedExit: exit,
  doesNotFit: { ...fit, isLoop: true },
  notEnoughToBorrow: fit,
  nearFullUtilization: { utilization: fraction(0.97), side: "deposit", supplied: "syrupUSDC" },
  kinkRisk: { utilization: fraction(0.886), side: "deposit", size: dollars(1000), supplied: "syrupUSDC" },
  collateralUnknown: { provider: "Kamino", chosen: undefined },
  debtRateMayJump: { utilization: fraction(0.881), symbol: "SOL", size: dollars(1000) },
  borrowRateRising: average,
  mostlyRewards: rewards,
  rateSpiking: average,
  rateFading: { ...average, change: fraction(-0.27) },
  borrowBelowDeposit: { borrow: fraction(0.04), deposit: fraction(0.05) },
  noLinks: { provider: "Kamino" },
  rewards: { ...rewards, share: fraction(0.2) },
  shareOfPool: { share: fraction(0.081), size: dollars(250_000) },
  rateRising: average,
  rateNearAverage: { ...average, rate: "base", change: fraction(0.01) },
  borrowRateFalling: { ...average, change: fraction(-0.27) },
  capacityLoading: { isLoop: true },
  loopCapacity: { left: dollars(1.2e6) },
  leverage: { leverage: 5.4, drop: fraction(0.114), collateral: "JitoSOL", debt: "SOL" },
  withdrawable: { available: dollars(244_000) },
  borrowable: { left: dollars(1e6) },
  borrowRewards: { apy: fraction(0.01) },
  noRewards: { apy: fraction(0.05) },
  ownYieldExcluded: { symbol: "JitoSOL" },
  fits: { left: dollars(40.9e6), size: dollars(250_000), isLoop: false },
  canExit: { available: dollars(4.6e6), size: dollars(250_000), cover: 18.4 },
  enoughToBorrow: { left: dollars(1e6), size: dollars(250_000) },
  steady: { ...average, rate: "base" },
  borrowRateSteady: average,
  unknown: { facts: ["depositCap", "available"], provider: "Kamino", unpriced: [] },
};

function isId(id: string): id is AssessmentId {
  return id in samples;
}

function sample<Id extends AssessmentId>(id: Id): Assessment<Id> {
  const all: { readonly [Own in AssessmentId]: Assessment<Own>["values"] } = samples;
  return judged(id, all[id]);
}

const wordsIn = (text: string): number => text.split(/\s+/).length;
const all = Object.keys(samples).filter(isId);

test.each(all)("the assessment %s has a chip of at most four words and one sentence of at most 25", (id) => {
  const { label } = chip(sample(id));
  // A figure and its unit are one word.
  expect(wordsIn(label.replaceAll(/(?<=\d) %/g, "%"))).toBeLessThanOrEqual(4);
  const text = sentence(sample(id));
  expect(wordsIn(text)).toBeLessThanOrEqual(25);
  expect(text).toMatch(/^[A-Z$\d].*\.$/);
  expect(chip(sample(id)).note).toMatch(/\.$/);
});

test.each([
  ["limitedExit", "exit", "Limited exit", "$244k withdrawable"],
  ["mostlyRewards", "gift", "62 % rewards", "in ADX, KMNO, an unnamed token"],
  ["shareOfPool", "layers", "8 % of pool", undefined],
  ["fits", "tick", "Fits your $250k", "$40.9M left"],
  ["rateFading", "fall", "Below 90d average", "−27 %"],
  ["rateNearAverage", "info", "Base near 90d average", "+1 %"],
  ["borrowRateRising", "rise", "Borrow rate rising", "+50 %"],
  ["kinkRisk", "gauge", "APY may fall further", "89 % lent out"],
] as const)("the chip of %s has an icon, a label and a figure", (id, icon, label, figure) => {
  expect(chip(sample(id))).toMatchObject({ id, tone: tones[id], icon, label, figure });
});

test.each<readonly [readonly UnknownFact[], string]>([
  [["depositCap", "available"], "Cap and exit unknown"],
  [["rewards"], "Rewards unknown"],
  [["leftToBorrow"], "Left to borrow unknown"],
  [["borrowLimit", "borrowRate"], "2 figures unknown"],
  [["liquidity"], "Liquidity unknown"],
  [["baseRate", "average90d"], "2 figures unknown"],
  // A chart may show the history that the provider gives no average of.
  [["average90d"], "No 90d average"],
  [["averages"], "No averages"],
])("a chip names what is unknown if that fits four words: %j", (facts, label) =>
  expect(chip(judged("unknown", { facts, provider: "Kamino", unpriced: [] })).label).toBe(label),
);

test.each<readonly [facts: readonly UnknownFact[], label: string, figure: string, text: string, why: string]>(
  [
    [
      ["depositCap", "available"],
      "Unknown in dollars",
      "cap and exit",
      "Deposit cap and withdrawable amount are unknown in dollars because the market's totals imply no price.",
      "",
    ],
    [
      ["leftToBorrow"],
      "Unknown in dollars",
      "left to borrow",
      "Amount left to borrow is unknown in dollars because the market's totals imply no price.",
      "",
    ],
    [
      ["depositCap", "available", "rewards"],
      "3 figures unknown",
      "deposit cap in dollars, withdrawable amount in dollars, rewards",
      "Deposit cap and withdrawable amount are unknown in dollars because the market's totals imply no price. Rewards are unknown.",
      " Not published by Kamino.",
    ],
  ],
)(
  "of amounts in tokens without a price only the dollars are unknown: %j",
  (facts, label, figure, text, why) => {
    const unpriced = facts.filter((fact) => fact !== "rewards");
    const assessment = judged("unknown", { facts, provider: "Kamino", unpriced });
    expect(chip(assessment)).toMatchObject({ label, figure, note: text + why });
    expect(sentence(assessment)).toBe(text);
  },
);

test("no sentence says that an empty pool is lent out", () => {
  const left = sentence(judged("nothingToBorrow", { isLimitReached: false }));
  expect([left, sentence(sample("nothingWithdrawable"))]).toEqual([
    "Nothing is left to borrow: there are no unlent deposits.",
    "Nothing can be withdrawn now: there are no unlent deposits.",
  ]);
});

test("sentences put the figure first", () => {
  expect(sentence(sample("canExit"))).toBe("$4.6M can be withdrawn now (18× your size).");
  expect(sentence(sample("rateFading"))).toBe("Base borrow APY is 27 % below its 90-day average of 6.66 %.");
});

test("the note on unknowns names who omits them, and that on rewards the share in another token", () => {
  const unnamed = "Deposit cap and withdrawable amount are unknown. Not published by Kamino.";
  expect(chip(sample("unknown")).note).toBe(unnamed);
  expect(chip(sample("rewards")).note).toContain(
    ", 50 % of which is not the deposited token. Rewards can stop",
  );
});

test("what is left and what is missing do not contradict each other when rounded", () => {
  const size = dollars(5e6);
  const texts = [16_900, 4_984_000].map((left) =>
    sentence(
      judged("doesNotFit", { left: dollars(left), shortBy: dollars(5e6 - left), size, isLoop: false }),
    ),
  );
  expect(texts).toEqual([
    "$16.9k is left under the cap; $5M of your $5M doesn't fit.",
    "$5M is left under the cap; $16k of your $5M doesn't fit.",
  ]);
  const near = judged("limitedExit", { available: dollars(4_980_000), size, cover: 0.996 });
  expect(sentence(near)).toBe("$5M can be withdrawn now; the rest of your $5M has to wait.");
  expect(chip(near).note).toContain("covers 99.6 % of");
});
