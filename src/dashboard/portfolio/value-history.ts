import { extent, range, rollup, sum } from "d3-array";
import { dayMs, dayOf, startOfDay, tokenAmount, usd, type Maybe, type Usd } from "../../contract/units.ts";
import { sumUsd } from "../../finance/portfolio/net-worth.ts";
import { valueChange, type HoldingPoint } from "../../finance/portfolio/value-change.ts";
import type { PastPoint, PositionPast } from "../queries/positions.ts";
import { kindOf, type PositionRow } from "../../domain/position/position-row.ts";

/** In days. Points arrive late, so the line still connects a recent one to now. */
const maxGapDays = 3;

export type ValueHistory = ReturnType<typeof valueHistory>;
export type HistoryChange = ReturnType<typeof changeSince>;

type Track = ReturnType<typeof trackOf>[number];

/**
 * One value per day, and then now. A position counts from its first point to its last, or to now while held; a day
 * with a missing value has no sum. Excludes claimable rewards of positions, which no history contains.
 */
export function valueHistory(
  pasts: readonly PositionPast[],
  rows: readonly PositionRow[],
  { now, at, claimable = 0 }: { readonly now: Usd; readonly at: number; readonly claimable?: number },
) {
  const held = new Map(rows.map((row) => [row.key, row]));
  const known = new Set(pasts.map(({ wallet, id }) => `${wallet} ${id}`));
  const tracks = pasts.flatMap((past) => trackOf(past, held.get(`${past.wallet} ${past.id}`)));
  const start = Math.min(...tracks.map(({ first }) => first));
  const latest = Math.max(...tracks.map(({ last }) => last));
  const today = dayOf(at);
  // If the history ends long ago, the time until now is unknown.
  const end = today - latest > maxGapDays ? today : latest;
  // If a day begins right now, the current value replaces its value.
  const times = range(start * dayMs, Math.min((end + 1) * dayMs, at), dayMs);
  const sumOf = (of: readonly Track[]): (number | undefined)[] =>
    times.map((time) => {
      const day = time / dayMs;
      const present = of.filter(({ first, last, row }) => day >= first && (day <= last || row !== undefined));
      const values = present.map(({ byDay }) => byDay.get(day));
      return values.length > 0 && values.every((value) => value !== undefined) ? sum(values) : undefined;
    });
  const total = sumOf(tracks);
  const kinds = [...new Set(tracks.map(({ kind }) => kind))].map((kind) => {
    const own = tracks.filter((track) => track.kind === kind);
    const worthNow = sumUsd(rows.flatMap((row) => (row.kind === kind ? [row.netUsd] : [])));
    return { kind, values: [...sumOf(own), worthNow] };
  });
  const summed = total.flatMap((value, index) => (value === undefined ? [] : [index]));
  const [firstKnown] = summed;
  const lastKnown = summed.at(-1);
  return {
    times: [...times, at],
    total: [...total, now - claimable],
    kinds,
    leftOut: pasts.length - tracks.length,
    withoutPast: rows.filter(({ key }) => !known.has(key)).length,
    gapDays:
      firstKnown === undefined || lastKnown === undefined ? 0 : lastKnown - firstKnown + 1 - summed.length,
    change:
      firstKnown === undefined
        ? undefined
        : changeSince(tracks, [...times.slice(firstKnown), at], {
            from: total[firstKnown] ?? 0,
            now,
            claimable,
          }),
  };
}

function trackOf(past: PositionPast, row: PositionRow | undefined) {
  const sign = signOf(past, row);
  const [first, last] = extent(past.points, ({ time }) => dayOf(time));
  if (sign === undefined || first === undefined || last === undefined) return [];
  const byDay = new Map(
    past.points.map((point) => {
      const value = worthOf(point);
      return [dayOf(point.time), value === undefined ? undefined : sign * value] as const;
    }),
  );
  return [{ past, row, kind: row?.kind ?? kindOf(past.type), byDay, first, last }];
}

/** A history does not include a loan's side, so this takes it from the current position. */
function signOf({ type }: PositionPast, row: PositionRow | undefined): 1 | -1 | undefined {
  if (row?.kind !== "lending") return row === undefined && type === "lending" ? undefined : 1;
  if (row.side === "borrow") return -1;
  return row.side === "deposit" ? 1 : undefined;
}

function worthOf({ usd: value, supplied, borrowed }: PastPoint): number | undefined {
  if (supplied.usd !== undefined && borrowed.usd !== undefined) return supplied.usd - Math.abs(borrowed.usd);
  return value === undefined ? undefined : Math.abs(value);
}

/**
 * US dollars: now = from + moved + earned + prices + claimable + unknown. `claimable` rewards of positions are part of
 * `now`.
 */
function changeSince(
  tracks: readonly Track[],
  times: readonly number[],
  { from, now, claimable }: Readonly<Record<"from" | "now" | "claimable", number>>,
) {
  const [since = 0] = times;
  const at = times.at(-1) ?? since;
  const moves: { readonly time: number; readonly usd: number }[] = [];
  let earned = 0;
  let prices = 0;
  for (const track of tracks) {
    const { kind, row, first, last } = track;
    for (const { sign, points } of holdingsOf(track, since, at)) {
      const change = valueChange(points, kind === "reward" ? "claimable" : "invested");
      const arrived = first * dayMs > since ? sign * (points[0]?.usd ?? 0) : 0;
      if (kind === "reward") earned += arrived;
      else moves.push({ time: first * dayMs, usd: arrived });
      for (const { time, usd: value } of change.moves) moves.push({ time, usd: sign * value });
      // For a closed position, its last value counts as withdrawn on the next day.
      if (row === undefined) moves.push({ time: (last + 1) * dayMs, usd: -sign * (points.at(-1)?.usd ?? 0) });
      earned += sign * change.earned;
      prices += sign * change.price;
    }
  }
  const moved = sum(moves, ({ usd: value }) => value);
  const byTime = rollup(
    moves,
    (same) => sum(same, ({ usd: value }) => value),
    // Events after the last day count at the current value.
    ({ time }) => times.find((known) => known >= startOfDay(time) && time < at) ?? at,
  );
  return {
    since,
    from,
    moved,
    earned,
    prices,
    claimable,
    unknown: now - from - moved - earned - prices - claimable,
    now,
    moves: Array.from(byTime, ([time, value]) => ({ time, usd: value }))
      .filter(({ usd: value }) => Math.abs(value) >= minMoved)
      .toSorted((a, b) => a.time - b.time),
  };
}

const minMoved = 0.005;

type Side = Maybe<number, "amount" | "usd">;

/** What a position holds: one amount, or for a loop what it holds and owes. */
function holdingsOf({ past, row, byDay }: Track, since: number, at: number) {
  const inTime = past.points.filter(({ time }) => time >= since);
  const held = (sign: 1 | -1, of: (point: PastPoint) => Side, now: Side | undefined) => ({
    sign,
    points: [
      ...inTime.flatMap((point) => holdingPoints(point.time, of(point))),
      ...holdingPoints(at, now ?? { amount: undefined, usd: undefined }),
    ],
  });
  if (inTime.some(({ supplied, borrowed }) => supplied.usd !== undefined && borrowed.usd !== undefined))
    return [
      held(1, ({ supplied }) => supplied, row && legNow(row, "A")),
      held(-1, ({ borrowed }) => borrowed, row && legNow(row, "B")),
    ];
  const owed = [...byDay.values()].some((value) => (value ?? 0) < 0);
  return [held(owed ? -1 : 1, (point) => point, row)];
}

/** The current row of a perpetual has only its net value. */
function legNow({ raw }: PositionRow, token: "A" | "B"): Side {
  return {
    amount: raw[`amountToken${token}`] ?? undefined,
    usd: raw[`amountToken${token}Usd`] ?? undefined,
  };
}

/** Empty if the amount or its value is unknown. */
function holdingPoints(time: number, { amount, usd: value }: Side): readonly HoldingPoint[] {
  if (amount === undefined || value === undefined) return [];
  const [held, worth] = [tokenAmount(Math.abs(amount)), usd(Math.abs(value))];
  return held === undefined || worth === undefined ? [] : [{ time, amount: held, usd: worth }];
}
