import { expect, test } from "vitest";
import type { Figures } from "./figures.ts";
import { eventsBetween, nameIn } from "./events.ts";

const full = { totalDeposit: 100, maxDeposit: 100 };

test.each<[Figures, Figures, ...events: string[]]>([
  [{ maxLtv: 0.62, depositApy: 0.05 }, { maxLtv: 0.59, depositApy: 0.06 }, "parameter maxLtv 0.62 0.59"],
  [{ maxLtv: 0 }, { maxLtv: 0.5 }, "parameter maxLtv 0 0.5"],
  [{ maxBorrow: 100_000 }, { maxBorrow: 100_020 }, "parameter maxBorrow 100000 100020"],
  // Less than 0.01 %, and negligible rewards.
  [
    { maxBorrow: 121_861_264, rewardApy: 0 },
    { maxBorrow: 121_861_264.142_815, rewardApy: 1e-9 },
  ],
  // A figure missing from one snapshot.
  [{ maxLtv: 0.62, rewardApy: 0.01 }, {}],
  [{}, { maxLtv: 0.62, rewardApy: 0.01 }],
  [{ rewardApy: 0 }, { rewardApy: 0.02 }, "reward-began rewardApy 0 0.02"],
  [{ rewardApy: 0.02 }, { rewardApy: 0 }, "reward-ended rewardApy 0.02 0"],
  [{ rewardApy: 0.02 }, { rewardApy: 0.03 }],
  [{ ...full, totalDeposit: 99 }, full, "cap-reached maxDeposit 100 100"],
  // The limit was neither reached nor left.
  [full, { ...full, totalDeposit: 99.95 }],
  [
    { ...full, totalDeposit: 50 },
    { ...full, totalDeposit: 60 },
  ],
  [full, { ...full, maxDeposit: 200 }, "parameter maxDeposit 100 200", "cap-lifted maxDeposit 100 200"],
])("from %o to %o: %s %s", (before, after, ...expected) => {
  const events = eventsBetween(before, after).map((event) =>
    [event.kind, event.field, event.before, event.after].join(" "),
  );
  expect(events).toEqual(expected);
});

test("names a gone market as lists do, and not at all if its body is unreadable", () => {
  const base = { id: "m", type: "loop", provider: { id: "p" } };
  const pair = { ...base, tokenA: { symbol: "JLP" }, tokenB: { symbol: "US\u202eDC" } };
  expect(nameIn(JSON.stringify(pair))).toBe("JLP / US DC");
  expect(nameIn(JSON.stringify({ ...base, type: "prediction", title: "Rain?" }))).toBe("Rain?");
  const outcome = { ...base, type: "prediction", title: "ETH price?", subtitle: "$4,200 or above" };
  expect(nameIn(JSON.stringify(outcome))).toBe("ETH price? $4,200 or above");
  expect([nameIn(JSON.stringify(base)), nameIn("{}"), nameIn("")]).toEqual(["m", undefined, undefined]);
});
