import { dayMs, dayOf, startOfDay, tokenAmount, usd, type Maybe, type Usd } from "../../contract/units.ts";
import { sumUsd } from "../../finance/portfolio/net-worth.ts";
import { valueChange, type HoldingPoint } from "../../finance/portfolio/value-change.ts";
import type { PastPoint, PositionPast } from "../queries/positions.ts";
import { kindOf, type PositionKind, type PositionRow } from "../../domain/position/position-row.ts";

/** In days. Points arrive late, so the line still connects a recent one to now. */
const reachOfLast = 3;

export type ValueHistory = ReturnType<typeof valueHistory>;
export type HistoryChange = ReturnType<typeof changeSince>;

interface Track {
  readonly past: PositionPast;
  readonly row: PositionRow | undefined;
  readonly kind: PositionKind;
  readonly byDay: ReadonlyMap<number, number | undefined>;
  readonly first: number;
  readonly last: number;
}

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
  const days = tracks.flatMap(({ first, last }) => [first, last]);
  const start = Math.min(...days);
  const latest = Math.max(...days);
  const today = dayOf(at);
  // If the history ends long ago, the time until now is unknown.
  const end = today - latest > reachOfLast ? today : latest;
  const times: number[] = [];
  // If a day begins right now, the current value replaces its value.
  if (days.length > 0)
    for (let day = start; day <= end && day * dayMs < at; day += 1) times.push(day * dayMs);
  const sumOf = (of: readonly Track[]): (number | undefined)[] =>
    times.map((time) => {
      const day = time / dayMs;
      const present = of.filter(({ first, last, row }) => day >= first && (day <= last || row !== undefined));
      const values = present.map(({ byDay }) => byDay.get(day));
      return values.length > 0 && values.every((value) => value !== undefined)
        ? values.reduce((sum, value) => sum + value)
        : undefined;
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
        : changeSince(tracks, {
            times: [...times.slice(firstKnown), at],
            from: total[firstKnown] ?? 0,
            now,
            claimable,
          }),
  };
}

function trackOf(past: PositionPast, row: PositionRow | undefined): readonly Track[] {
  const sign = signOf(past, row);
  const days = past.points.map(({ time }) => dayOf(time));
  const [first] = days;
  const last = days.at(-1);
  if (sign === undefined || first === undefined || last === undefined) return [];
  const byDay = new Map(
    past.points.map((point, index) => {
      const value = worthOf(point);
      return [days[index] ?? first, value === undefined ? undefined : sign * value] as const;
    }),
  );
  return [{ past, row, kind: row?.kind ?? kindOf(past.type), byDay, first, last }];
}

/** A history does not include a loan's side, so this takes it from the current position. */
function signOf({ type }: PositionPast, row: PositionRow | undefined): 1 | -1 | undefined {
  if (row?.kind === "lending") return row.side === "borrow" ? -1 : row.side === "deposit" ? 1 : undefined;
  return row === undefined && type === "lending" ? undefined : 1;
}

function worthOf({ usd: value, supplied, borrowed }: PastPoint): number | undefined {
  return supplied.usd !== undefined && borrowed.usd !== undefined
    ? supplied.usd - Math.abs(borrowed.usd)
    : value === undefined
      ? undefined
      : Math.abs(value);
}

/** US dollars: now = from + moved + earned + prices + claimable + unknown. */
function changeSince(
  tracks: readonly Track[],
  {
    times,
    from,
    now,
    claimable,
  }: {
    readonly times: readonly number[];
    readonly from: number;
    readonly now: number;
    /** Claimable rewards of positions, which are part of `now`. */
    readonly claimable: number;
  },
) {
  const [since = 0] = times;
  const at = times.at(-1) ?? since;
  const byTime = new Map<number, number>();
  let moved = 0;
  let earned = 0;
  let prices = 0;
  const move = (time: number, value: number): void => {
    moved += value;
    // Events after the last day count at the current value.
    const day = times.find((known) => known >= startOfDay(time) && time < at) ?? at;
    byTime.set(day, (byTime.get(day) ?? 0) + value);
  };
  for (const track of tracks) {
    const { kind, row, first, last } = track;
    for (const { sign, points } of holdingsOf(track, since, at)) {
      const change = valueChange(points, kind === "reward" ? "claimable" : "invested");
      const arrived = first * dayMs > since ? sign * (points[0]?.usd ?? 0) : 0;
      if (kind === "reward") earned += arrived;
      else if (arrived !== 0) move(first * dayMs, arrived);
      for (const { time, usd: value } of change.moves) move(time, sign * value);
      // For a closed position, its last value counts as withdrawn on the next day.
      const left = row === undefined ? sign * (points.at(-1)?.usd ?? 0) : 0;
      if (left !== 0) move((last + 1) * dayMs, -left);
      earned += sign * change.earned;
      prices += sign * change.price;
    }
  }
  return {
    since,
    from,
    moved,
    earned,
    prices,
    claimable,
    unknown: now - from - moved - earned - prices - claimable,
    now,
    moves: [...byTime]
      .map(([time, value]) => ({ time, usd: value }))
      .filter(({ usd: value }) => Math.abs(value) >= leastMoved)
      .toSorted((a, b) => a.time - b.time),
  };
}

const leastMoved = 0.005;

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
