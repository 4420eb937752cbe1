import { useEffect, useEffectEvent, useRef } from "react";
import { countMarkets } from "../../../domain/format/number.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";

/** @returns what the user's Refresh does. Announces its end, unlike that of an automatic refresh. */
export function useRefresh(result: MarketsResult | undefined): () => void {
  const announce = useAnnounce();
  const isAwaited = useRef(false);
  const { refreshing = false, error, rows, refresh } = result ?? {};
  const onEnd = useEffectEvent(() => {
    if (!isAwaited.current) return;
    isAwaited.current = false;
    // A failure has a banner, which is announced.
    if (error === undefined) announce(`Updated, ${countMarkets(rows?.length ?? 0)}.`);
  });
  useEffect(() => {
    // Runs only when a refresh begins or ends, so not between the press and the beginning.
    if (!refreshing) onEnd();
  }, [refreshing]);
  return () => {
    if (refresh === undefined || refreshing) return;
    isAwaited.current = true;
    refresh();
  };
}
