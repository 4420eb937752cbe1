import { useEffect, useRef } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { Selection } from "../../select/select.ts";
import type { Announce } from "../../ui/page/live-region.tsx";
import { countOf, formatCount, countMarkets } from "../../../domain/format/number.ts";
import { earlyEndOf } from "../status/data-state.ts";

/** Speech takes longer than loading a page, so progress is announced only this often. */
const progressEveryMs = 5000;
/** While the user types, only the last count is announced, after this pause. */
const settledAfterMs = 700;

/** `order` as displayed ("At $250k"). Undefined on summary pages. */
export function useListAnnouncements(
  result: MarketsResult,
  selection: Selection,
  announce: Announce,
  order?: { readonly by: string; readonly inputs: Pick<SelectContext, "size" | "basis"> },
): void {
  const { loading, phase } = result;
  const loaded = result.rows.length;
  const ending = earlyEndOf(result) ?? "The list is complete.";

  const announcedAt = useRef<number | undefined>(undefined);
  const wasLoading = useRef(false);
  useEffect(() => {
    if (loading) {
      wasLoading.current = true;
      if (loaded === 0) return;
      const now = performance.now();
      announcedAt.current ??= now;
      if (now - announcedAt.current < progressEveryMs) return;
      announcedAt.current = now;
      announce(`${countMarkets(loaded)} so far.`);
      return;
    }
    if (!wasLoading.current) return;
    wasLoading.current = false;
    announcedAt.current = undefined;
    if (phase === "complete") announce(`${countMarkets(loaded)} loaded. ${ending}`);
    else if (phase === "partial") announce(`${countMarkets(loaded)} loaded. A page could not be loaded.`);
  }, [loading, loaded, phase, ending, announce]);

  const { by = "", inputs: { size, basis } = {} } = order ?? {};
  const last = useRef({ size, basis, by });
  useEffect(() => {
    const before = last.current;
    // If the user has sorted, that is announced elsewhere.
    if ((before.size === size && before.basis === basis) || before.by === by) {
      last.current = { size, basis, by };
      return undefined;
    }
    const timer = setTimeout(() => {
      last.current = { size, basis, by };
      announce(`Ordered by ${by}.`);
    }, settledAfterMs);
    return () => clearTimeout(timer);
  }, [size, basis, by, announce]);

  const count = selection.visible.length;
  const { total } = selection;
  const shown = selection.events === undefined ? formatCount(count).text : countOf(count, "event");
  const lastCount = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (loading || phase === "failed") return undefined;
    const before = lastCount.current;
    lastCount.current = count;
    if (before === undefined || before === count) return undefined;
    const timer = setTimeout(() => {
      announce(count === total ? `${countMarkets(count)}.` : `${shown} of ${countMarkets(total)}.`);
    }, settledAfterMs);
    return () => clearTimeout(timer);
  }, [count, total, shown, loading, phase, announce]);
}
