// Fetches and announces events. Renders nothing.
import { useEffect, useEffectEvent, useCallback, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { AlertEvent } from "../../../contract/alerts/rule.ts";
import { routes } from "../../../contract/routes.ts";
import { storedSettings, takeDue, addToInbox } from "../../data/alerts/kept-alerts.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { fetchEvents, useHandOver } from "../../queries/alerts.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { notify } from "../../ui/page/notifications.ts";
import { currentSearch, hrefTo } from "../../view-state/address.ts";
import { eventDetail, eventLine } from "../../../domain/alerts/alert-words.ts";
import { targetHref } from "./target-icon.tsx";

/** How often to look for events that quiet hours or the digest held back. */
const dueEveryMs = 30_000;
const pollEveryMs = 60_000;

export function AlertWatch(): ReactNode {
  const hasAlerts = useDashboardConfig().alerts !== undefined;
  const announceDue = useAnnounceDue();
  const handOver = useEffectEvent(useHandOver());
  useEffect(() => startEvery(dueEveryMs, announceDue), [announceDue]);
  useEffect(() => {
    if (hasAlerts) void handOver();
  }, [hasAlerts]);
  useEffect(() => {
    if (!hasAlerts) return undefined;
    return startEvery(pollEveryMs, async () => {
      try {
        await fetchEvents((events) => addToInbox(events, Date.now()));
      } catch {
        // Tries again in a minute, from the same event.
      }
      await announceDue();
    });
  }, [hasAlerts, announceDue]);
  return null;
}

/** Calls `act` now and at every interval. @returns a stop function */
function startEvery(ms: number, act: () => Promise<void>): () => void {
  void act();
  const timer = setInterval(() => void act(), ms);
  return () => clearInterval(timer);
}

/** Announces due events. While the page is hidden, it shows notifications. */
function useAnnounceDue(): () => Promise<void> {
  const announce = useAnnounce();
  const [, go] = useLocation();
  return useCallback(async () => {
    const due = (await takeDue(Date.now())).map(({ event }) => event);
    const [newest] = due;
    if (newest === undefined) return;
    announce(`Alert: ${eventLine(newest)}${due.length > 1 ? `, and ${String(due.length - 1)} more` : ""}.`);
    if (document.visibilityState !== "hidden" || !storedSettings.get().notify) return;
    const shown = due.filter(({ rule }) => rule.browser);
    const [first, second] = shown;
    if (first === undefined) return;
    notify({ ...combinedNotification(shown), tag: first.id }, () => {
      const search = currentSearch();
      go(second === undefined ? targetHref(first.rule.target, search) : hrefTo(routes.alerts.path, search));
    });
  }, [announce, go]);
}

const namedTogether = 4;

/** Shows a single event in full, and several with a line each. @param events at least one, newest first */
export function combinedNotification(events: readonly AlertEvent[]) {
  const lines = events.map(eventLine);
  const [first] = events;
  if (first !== undefined && lines.length === 1) return { title: eventLine(first), body: eventDetail(first) };
  const more = lines.length - namedTogether;
  return {
    title: `${formatCount(lines.length).text} alerts`,
    body: joinParts([...lines.slice(0, namedTogether), more > 0 && `${formatCount(more).text} more`], "\n"),
  };
}
