// "Since you were here": what a complete list looked like when this browser last saw it. Nothing of it leaves the browser.
import { useCallback, useEffect, useMemo, useState } from "react";
import { ratio, type Millis, type Ratio } from "../../../contract/units.ts";
import type { MarketRow } from "../markets/market-row.ts";
import { createStoredValue, readStoredJson } from "./stored-value.ts";

/** What changed since the last visit to the same list. */
export interface VisitSummary {
  /** When the list was last seen, in the browser's clock. */
  readonly since: number;
  /** Markets whose leading rate moved by more than one percentage point, the largest move first. */
  readonly moved: readonly { readonly id: string; readonly from: Ratio; readonly to: Ratio }[];
  /** Ids of markets that were not in the list. */
  readonly added: readonly string[];
  /** How many markets of then are not in the list any more. */
  readonly gone: number;
  /** Ids of markets that took deposits then and are full now. */
  readonly newlyFull: readonly string[];
}

/** What is kept of one list: for each market a short hash of its id, its rate, and whether it was full. */
interface VisitSnapshot {
  readonly at: number;
  /** The request the list answered: only the same list can be compared. */
  readonly list: string;
  /** Rate in basis points, null when the market has none; by the hash of the id. */
  readonly rates: Readonly<Record<string, number | null>>;
  readonly full: readonly string[];
}

/** What this browser kept, or undefined for anything else. Read without a schema, whose code would be the only one on the page. */
export function readSnapshot(value: unknown): VisitSnapshot | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const at: unknown = Reflect.get(value, "at");
  const list: unknown = Reflect.get(value, "list");
  const full: unknown = Reflect.get(value, "full");
  const sent: unknown = Reflect.get(value, "rates");
  if (typeof at !== "number" || typeof list !== "string" || !isTexts(full)) return undefined;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return undefined;
  const rates: Record<string, number | null> = {};
  for (const [key, rate] of Object.entries<unknown>({ ...sent })) {
    if (typeof rate !== "number" && rate !== null) return undefined;
    rates[key] = rate;
  }
  return { at, list, rates, full };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

const movedByBasisPoints = 100;
/** A look away is no absence: rates are refreshed upstream about every ten minutes. */
export const shortestAbsenceMs = 10 * 60 * 1000;
/** Storage holds about five million characters for everything; a list longer than this is not remembered. */
const maximumMarkets = 20_000;

const storedVisit = createStoredValue<VisitSnapshot | undefined>(
  "yieldboard.visit",
  (text) => readSnapshot(readStoredJson(text)),
  (snapshot) => (snapshot === undefined ? undefined : JSON.stringify(snapshot)),
);

/** A list as it is remembered. */
export function takeSnapshot(rows: readonly MarketRow[], list: string, at: number): VisitSnapshot {
  const rates: Record<string, number | null> = {};
  const full: string[] = [];
  for (const row of rows) {
    const key = hashOf(row.id);
    rates[key] = row.depositApy === undefined ? null : Math.round(row.depositApy * 10_000);
    if (isFull(row)) full.push(key);
  }
  return { at, list, rates, full };
}

/** What is different between a remembered list and the same list now; undefined when nothing is, or it is another list. */
export function compareVisits(
  before: VisitSnapshot,
  rows: readonly MarketRow[],
  list: string,
): VisitSummary | undefined {
  if (before.list !== list) return undefined;
  const wasFull = new Set(before.full);
  const remaining = new Set(Object.keys(before.rates));
  const moved: { readonly id: string; readonly from: Ratio; readonly to: Ratio }[] = [];
  const added: string[] = [];
  const newlyFull: string[] = [];
  for (const row of rows) {
    const key = hashOf(row.id);
    if (!remaining.delete(key)) {
      added.push(row.id);
      continue;
    }
    const basisPoints = before.rates[key] ?? undefined;
    const from = basisPoints === undefined ? undefined : ratio(basisPoints / 10_000);
    const to = row.depositApy;
    if (
      from !== undefined &&
      to !== undefined &&
      basisPoints !== undefined &&
      Math.abs(Math.round(to * 10_000) - basisPoints) > movedByBasisPoints
    )
      moved.push({ id: row.id, from, to });
    if (isFull(row) && !wasFull.has(key)) newlyFull.push(row.id);
  }
  const gone = remaining.size;
  if (moved.length + added.length + gone + newlyFull.length === 0) return undefined;
  moved.sort((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from));
  return { since: before.at, moved, added, gone, newlyFull };
}

/**
 * The summary for the list that is shown, until it is dismissed; the list is remembered when the page is left or hidden.
 * @param list which list it is, such as the text of its request
 * @param complete only a complete list is compared and remembered
 */
export function useVisitSummary(
  {
    rows,
    complete,
    readAt,
  }: { readonly rows: readonly MarketRow[]; readonly complete: boolean; readonly readAt: Millis | undefined },
  list: string,
): { readonly summary: VisitSummary | undefined; readonly dismiss: () => void } {
  const [before] = useState(rememberedAtOpening);
  const [dismissed, setDismissed] = useState(dismissedHere);

  useEffect(() => {
    if (!complete || readAt === undefined || rows.length > maximumMarkets) return undefined;
    const leave = (): void => storedVisit.set(takeSnapshot(rows, list, readAt));
    const remember = (): void => {
      if (document.visibilityState === "hidden") leave();
    };
    document.addEventListener("visibilitychange", remember);
    window.addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", remember);
      window.removeEventListener("pagehide", leave);
    };
  }, [rows, complete, readAt, list]);

  const summary = useMemo(
    () =>
      before === undefined || !complete || readAt === undefined || readAt - before.at < shortestAbsenceMs
        ? undefined
        : compareVisits(before, rows, list),
    [before, complete, readAt, rows, list],
  );
  const dismiss = useCallback(() => {
    dismissedHere = true;
    setDismissed(true);
  }, []);
  return { summary: dismissed ? undefined : summary, dismiss };
}

// What was remembered when the page was opened, and whether its summary was dismissed: going to another page of the
// dashboard and back is no new visit.
let opening: { readonly before: VisitSnapshot | undefined } | undefined;
let dismissedHere = false;

function rememberedAtOpening(): VisitSnapshot | undefined {
  opening ??= { before: storedVisit.get() };
  return opening.before;
}

/** Deposits have reached their limit. Unknown totals or no limit say nothing. */
function isFull({ totalDeposit, maxDeposit }: MarketRow): boolean {
  return totalDeposit !== undefined && maxDeposit !== undefined && totalDeposit >= maxDeposit;
}

/** A 53-bit hash in base 36. Ids are long; among 20,000 of them two hash alike once in 45 million lists. */
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
