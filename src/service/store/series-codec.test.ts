import * as fc from "fast-check";
import { expect, test } from "vitest";
import { StoreFault } from "./engine/database.ts";
import { pointFields, type Point } from "./point.ts";
import { decodeSeries, encodeSeries } from "./series-codec.ts";
import { Series } from "./series.ts";

const rate = fc.option(
  fc.integer({ min: -3e8, max: 3e8 }).map((units) => units / 1e8),
  { nil: undefined },
);
const amount = fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined });
const points = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 100_000 }),
    depositApy: rate,
    maxLtv: rate,
    totalDeposit: amount,
  }),
  { maxLength: 200 },
);

const off = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined });
/** Points whose figures follow from others or lie apart from that, and miss some of them. */
const followingPoints = fc.array(
  fc
    .record({
      after: fc.integer({ min: 1, max: 100_000 }),
      baseDepositApy: rate,
      rewardApy: rate,
      baseBorrowApy: rate,
      borrowRewardApy: rate,
      totalDeposit: amount,
      totalDepositUsd: amount,
      totalBorrow: amount,
      depositApart: off(0, 1e-8, -0.02),
      borrowApart: off(0, -1e-8, 0.5),
      dollarsApart: off(0, 1, 1e8),
    })
    .map(({ depositApart, borrowApart, dollarsApart, ...point }) => {
      const { baseDepositApy = 0, rewardApy = 0, baseBorrowApy = 0, borrowRewardApy = 0 } = point;
      const { totalDeposit = 1, totalDepositUsd = 1, totalBorrow = 1 } = point;
      const dollars = Math.round((totalBorrow / totalDeposit) * totalDepositUsd) % 9e8;
      return Object.assign(point, {
        depositApy: depositApart === undefined ? undefined : eight(baseDepositApy + rewardApy + depositApart),
        borrowApy:
          borrowApart === undefined ? undefined : eight(baseBorrowApy - borrowRewardApy + borrowApart),
        totalBorrowUsd: dollarsApart === undefined ? undefined : dollars + dollarsApart,
      });
    }),
  { maxLength: 60 },
);

function eight(value: number): number {
  return Math.round(value * 1e8) / 1e8 + 0;
}

function seriesOf(
  list: readonly ({ readonly after: number } & { readonly [Key in keyof Point]: Point[Key] | undefined })[],
): Series {
  const series = new Series();
  let time = 1_700_000_000;
  for (const { after, ...values } of list) {
    time += after;
    const told: Record<string, number> = {};
    for (const [field, value] of Object.entries(values)) if (value !== undefined) told[field] = value;
    series.push(time, told);
  }
  return series;
}

function pointsOf(series: Series): Point[] {
  return series.times.map((_, index) => series.pointAt(index));
}

function faultOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

test("what is written is read back: times, rates to eight decimals, amounts to nine digits, and nothing where nothing was", () => {
  fc.assert(
    fc.property(points, (list) => {
      const series = seriesOf(list);
      const read = decodeSeries(encodeSeries(series));
      expect(read.times).toEqual(series.times);
      expect(pointsOf(read)).toEqual(pointsOf(series));
    }),
  );
});

test("what follows from other figures is read back as exactly as what does not, where it keeps to them and where it does not", () => {
  fc.assert(
    fc.property(followingPoints, (list) => {
      const series = seriesOf(list);
      const read = decodeSeries(encodeSeries(series));
      expect(read.times).toEqual(series.times);
      expect(pointsOf(read)).toEqual(pointsOf(series));
    }),
  );
});

test("what follows from figures of more digits than are kept keeps its own eight decimals or nine digits", () => {
  const share = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(share, share, share), { maxLength: 40 }), (list) => {
      const told = list.map(([base, reward, borrowed]) => ({
        after: 600,
        baseDepositApy: base,
        rewardApy: reward,
        depositApy: base + reward,
        totalDeposit: base * 1e6,
        totalDepositUsd: base * reward * 1e8,
        totalBorrow: base * borrowed * 1e6,
        totalBorrowUsd: base * borrowed * reward * 1e8,
      }));
      for (const [index, point] of pointsOf(decodeSeries(encodeSeries(seriesOf(told)))).entries()) {
        expect(Math.abs((point.depositApy ?? 0) - (told[index]?.depositApy ?? 0))).toBeLessThan(0.51e-8);
        expect((point.totalBorrowUsd ?? 0) / (told[index]?.totalBorrowUsd ?? 0)).toBeCloseTo(1, 8);
      }
    }),
  );
});

test("bytes of the first layout are read as they were meant", () => {
  const bytes = Buffer.from("AQOCxJ/VDNG6n9UMAAEBSIKt4gSinAEAAQJIgqToA8KaDAABB0Wiyt11AAEBAQA=", "base64");
  const read = decodeSeries(bytes);
  expect(read.times).toEqual([1_700_000_000, 1_700_000_600, 1_700_001_200]);
  expect(pointsOf(read)).toEqual([
    { depositApy: 0.05, baseDepositApy: 0.04, totalDeposit: 1234.5 },
    { depositApy: 0.0501, baseDepositApy: 0.041, totalDeposit: 1234.5 },
    { depositApy: 0.0501, baseDepositApy: 0.041 },
  ]);
});

test("a series goes on with what is read after it, whatever either of them leaves out", () => {
  fc.assert(
    fc.property(followingPoints, followingPoints, (one, other) => {
      const earlier = seriesOf(one);
      const later = new Series();
      const from = (earlier.times.at(-1) ?? 0) + 1;
      for (const [index, point] of pointsOf(seriesOf(other)).entries()) later.push(from + index, point);
      const read = decodeSeries(encodeSeries(later), decodeSeries(encodeSeries(earlier)));
      expect(read.times).toEqual([...earlier.times, ...later.times]);
      expect(pointsOf(read)).toEqual([...pointsOf(earlier), ...pointsOf(later)]);
    }),
  );
});

test("writing again what was read changes nothing, whatever the numbers", () => {
  const any = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), {
    nil: undefined,
  });
  const lists = fc.array(
    fc.record({ after: fc.constant(600), depositApy: any, totalDepositUsd: any, volume: any }),
    {
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(lists, (list) => {
      const once = encodeSeries(decodeSeries(encodeSeries(seriesOf(list))));
      expect(encodeSeries(decodeSeries(once))).toEqual(once);
    }),
  );
});

test("an amount keeps nine digits beside one a million times its size", () => {
  const series = seriesOf([
    { after: 1, totalDeposit: 0.001_234_567_89 },
    { after: 1, totalDeposit: 1234.567_891_23 },
    { after: 1, totalDeposit: 0 },
  ]);
  expect(pointsOf(decodeSeries(encodeSeries(series)))).toEqual([
    { totalDeposit: 0.001_234_567_89 },
    { totalDeposit: 1234.567_891_23 },
    { totalDeposit: 0 },
  ]);
});

test("a market that does not move costs a byte or two a point, one that moves in everything less than 20", () => {
  const still = new Series();
  const moving = new Series();
  let factor = 1;
  for (let index = 0; index < 72; index += 1) {
    // Up and down by some thousandths, in no pattern.
    factor *= 1 + Math.sin(index * 12.9898) * 0.002;
    const point = {
      depositApy: 0.0523 * factor,
      baseDepositApy: 0.0411 * factor,
      borrowApy: 0.0712 * factor,
      baseBorrowApy: 0.0712 * factor,
      rewardApy: 0.0112,
      totalDeposit: 215_732_112.12 * factor,
      totalDepositUsd: 215_711_009.55 * factor,
      totalBorrow: 161_000_312.99 * factor,
      totalBorrowUsd: 160_984_331.2 * factor,
      maxDeposit: 400_000_000,
      maxLtv: 0.8,
      liquidationLtv: 0.85,
    };
    still.push(1_700_000_000 + index * 600, index === 0 ? point : still.pointAt(0));
    moving.push(1_700_000_000 + index * 600, point);
  }
  expect(encodeSeries(still).length / 72).toBeLessThan(2);
  expect(encodeSeries(moving).length / 72).toBeLessThan(20);
});

test("bytes that were cut or changed are called damaged, or read as something, and nothing else happens", () => {
  const bytes = encodeSeries(
    seriesOf([
      { after: 5, depositApy: 0.05 },
      { after: 5, depositApy: 0.06 },
    ]),
  );
  expect(() => decodeSeries(bytes.subarray(0, bytes.length - 2))).toThrow(StoreFault);
  expect(() => decodeSeries(new Uint8Array())).toThrow(StoreFault);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (junk) => {
      expect(faultOf(() => decodeSeries(Uint8Array.from([1, ...junk])))).toSatisfy(
        (fault) => fault === undefined || fault instanceof StoreFault,
      );
    }),
  );
});

test("the fields keep their numbers: what is in a record today is what it was", () => {
  expect(pointFields.slice(0, 8)).toEqual([
    "depositApy",
    "baseDepositApy",
    "borrowApy",
    "baseBorrowApy",
    "rewardApy",
    "borrowRewardApy",
    "totalDeposit",
    "totalDepositUsd",
  ]);
  expect(pointFields.indexOf("coverage")).toBe(24);
});
