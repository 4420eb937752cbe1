// Compares a list with this browser's last visit. Nothing is sent anywhere.
import { useEffect, useMemo, useState } from "react";
import { z } from "../../../contract/zod.ts";
import { type Maybe, type Millis, type Ratio, type Usd, ratio } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { isFull } from "../../../domain/market/row-values.ts";
import { createPageValue, createStoredJson, useStoredValue } from "./stored-value.ts";

export interface PastMarket extends Partial<
  Maybe<Ratio, "depositApy" | "baseDepositApy"> & Maybe<Usd, "totalDepositUsd">
> {
  readonly id: string;
  readonly name?: string;
  readonly provider?: string | undefined;
  readonly full: boolean | undefined;
}

export interface PastList {
  readonly at: number;
  readonly markets: readonly PastMarket[];
  readonly keyOf: (id: string) => string;
  /** How rates were rounded. Undefined if they are exact. */
  readonly rateStep?: number;
}

const snapshotSchema = z.object({
  at: z.number(),
  list: z.string(),
  /** Rates in basis points, by a hash of the id; null without a rate. */
  rates: z.record(z.string(), z.nullable(z.number())),
  full: z.array(z.string()),
});
type VisitSnapshot = z.infer<typeof snapshotSchema>;

export function readSnapshot(value: unknown): VisitSnapshot | undefined {
  return snapshotSchema.safeParse(value).data;
}

const basisPointsPerUnit = 10_000;
/** Returning after a shorter absence is not a new visit, because upstreams refresh about every ten minutes. */
export const minAbsenceMs = 10 * 60 * 1000;
/** Limited, because storage holds about five million characters. */
const maxMarkets = 20_000;

const storedVisit = createStoredJson("yieldboard.visit", readSnapshot);

export function takeSnapshot(rows: readonly MarketRow[], list: string, at: number): VisitSnapshot {
  const rates: Record<string, number | null> = {};
  const full: string[] = [];
  for (const row of rows) {
    const key = hashOf(row.id);
    rates[key] = row.depositApy === undefined ? null : Math.round(row.depositApy * basisPointsPerUnit);
    if (isFull(row)) full.push(key);
  }
  return { at, list, rates, full };
}

export function pastListOf({ at, rates, full }: VisitSnapshot): PastList {
  const wasFull = new Set(full);
  const markets = Object.entries(rates).map(([key, basisPoints]) => ({
    id: key,
    depositApy: basisPoints === null ? undefined : ratio(basisPoints / basisPointsPerUnit),
    full: wasFull.has(key),
  }));
  return { at, markets, keyOf: hashOf, rateStep: 1 / basisPointsPerUnit };
}

export type LastVisit = ReturnType<typeof useLastVisit>;

/** The last visit to the same `list`, until dismissed. Only complete lists are compared, and stored on leaving. */
export function useLastVisit(
  {
    rows,
    complete,
    readAt,
  }: { readonly rows: readonly MarketRow[]; readonly complete: boolean; readonly readAt: Millis | undefined },
  list: string,
) {
  const [kept] = useState(rememberedAtOpening);
  const isDismissed = useStoredValue(dismissed);

  useEffect(() => {
    if (!complete || readAt === undefined || rows.length > maxMarkets) return undefined;
    const leave = (): void => storedVisit.set(takeSnapshot(rows, list, readAt));
    const remember = (): void => {
      if (document.visibilityState === "hidden") leave();
    };
    const abort = new AbortController();
    document.addEventListener("visibilitychange", remember, { signal: abort.signal });
    window.addEventListener("pagehide", leave, { signal: abort.signal });
    return () => abort.abort();
  }, [rows, complete, readAt, list]);

  const applies =
    !isDismissed &&
    kept?.list === list &&
    complete &&
    readAt !== undefined &&
    readAt - kept.at >= minAbsenceMs;
  const before = useMemo(
    () => (applies && kept !== undefined ? pastListOf(kept) : undefined),
    [applies, kept],
  );
  return { before, dismiss };
}

// Kept as long as the page lives, because moving between pages is not a new visit.
let opening: { readonly before: VisitSnapshot | undefined } | undefined;
const dismissed = createPageValue(false);
const dismiss = (): void => dismissed.set(true);

function rememberedAtOpening(): VisitSnapshot | undefined {
  opening ??= { before: storedVisit.get() };
  return opening.before;
}

/** 53 bits in base 36. Among 20,000 ids, two collide once in 45 million lists. */
function hashOf(id: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < id.length; index += 1) {
    const unit = id.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
