// Judges the rules in this page: at every completed reading of the list that holds all they watch. Draws nothing.
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { keptSettings, useAlertRules } from "../../data/alerts/kept-alerts.ts";
import { judgeLook, takeDue } from "../../data/alerts/page-judge.ts";
import { usePreferences } from "../../data/kept/preferences.ts";
import { useStars } from "../../data/kept/stars.ts";
import { useMarketsWalk } from "../../data/markets/markets-walk.ts";
import { localTimeZone } from "../../format/time.ts";
import { alertFacts, watchRequest } from "../../select/alerts/alert-facts.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { currentSearch } from "../../view-state/address.ts";
import { usePublishedWalk } from "../frame/published-walk.tsx";
import { eventWords } from "./alert-words.ts";
import { notify } from "./notifications.ts";
import { targetHref } from "./target-mark.tsx";

/** How often it is looked whether quiet hours are over or the digest is due. */
const dueEveryMs = 30_000;

export function AlertWatch(): ReactNode {
  const rules = useAlertRules();
  const request = useMemo(() => watchRequest(rules), [rules]);
  const tell = useTeller();
  useEffect(() => {
    void tell();
    const timer = setInterval(() => void tell(), dueEveryMs);
    return () => clearInterval(timer);
  }, [tell]);
  return request === undefined ? null : <ListWatch request={request} tell={tell} />;
}

function ListWatch({
  request,
  tell,
}: {
  readonly request: MarketsRequest;
  readonly tell: () => Promise<void>;
}): ReactNode {
  const rules = useAlertRules();
  const { starred } = useStars();
  const { rows, phase, exact, ended, readAt, refresh, refreshing } = useMarketsWalk(request);
  const complete = phase === "complete" && exact && ended === "null-cursor";
  useEffect(() => {
    if (!complete || readAt === undefined) return;
    const look = async (): Promise<void> => {
      await judgeLook(alertFacts(rules, rows, { readAt, starred }), Date.now(), localTimeZone());
      await tell();
    };
    void look();
  }, [rules, rows, readAt, starred, complete, tell]);

  // When the list that is shown was read anew, so is this one, which may be another.
  const shown = usePublishedWalk();
  const shownAt = shown?.phase === "complete" ? shown.readAt : undefined;
  const ownAt = useRef(readAt);
  useEffect(() => {
    ownAt.current = readAt;
  });
  useEffect(() => {
    if (shownAt !== undefined && ownAt.current !== undefined && shownAt > ownAt.current) refresh();
  }, [shownAt, refresh]);

  // A list is read again while somebody looks at it. Rules are for when nobody does.
  const [{ refreshIntervalMs }] = usePreferences();
  useEffect(() => {
    if (refreshIntervalMs === undefined || refreshing) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden") refresh();
    }, refreshIntervalMs);
    return () => clearInterval(timer);
  }, [refreshIntervalMs, refreshing, refresh]);
  return null;
}

/** Tells what is due: aloud to those who hear the page, and by the browser while nobody looks at it. */
function useTeller(): () => Promise<void> {
  const announce = useAnnounce();
  const [, go] = useLocation();
  return useMemo(
    () => async () => {
      const due = await takeDue(Date.now());
      const [newest] = due;
      if (newest === undefined) return;
      const said = ({ event }: typeof newest): string =>
        `${event.rule.target.name}: ${eventWords(event).what}`;
      announce(`Alert: ${said(newest)}${due.length > 1 ? `, and ${String(due.length - 1)} more` : ""}.`);
      if (document.visibilityState !== "hidden" || !keptSettings().notify) return;
      for (const { event } of due.filter((item) => item.event.rule.browser)) {
        const { what, detail } = eventWords(event);
        notify({
          title: `${event.rule.target.name}: ${what}`,
          body: detail,
          tag: event.id,
          onOpen: () => go(targetHref(event.rule.target, currentSearch())),
        });
      }
    },
    [announce, go],
  );
}
