import { expect, it } from "vitest";
import { dollars } from "../../tests/fixtures/quantities.ts";
import { depth, longShare } from "./perpetual.ts";

const fits = (liquidity: number, loan: number) =>
  depth({ liquidityUsd: dollars(liquidity), loan: dollars(loan) });
const longs = (long: number, short: number) =>
  longShare({ longUsd: dollars(long), shortUsd: dollars(short) });

it.each([
  ["depth says what is missing", fits(20_000, 25_000), { cover: 0.8, fits: false, short: 5000 }],
  ["depth is 0 without liquidity", fits(0, 1), { cover: 0, fits: false, short: 1 }],
  ["depth fits exactly", fits(25_000, 25_000), { cover: 1, fits: true, short: 0 }],
  ["the share of longs is a part of both", longs(3, 1), 0.75],
  ["the share of longs is 0 for shorts only", longs(0, 1), 0],
  ["the share of longs is unknown for neither", longs(0, 0), undefined],
])("%s", (_rule, answer, expected) => expect(answer).toEqual(expected));
