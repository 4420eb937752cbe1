// Judges the rules in this page whenever a complete list was read. Renders nothing.
import { useEffect, useEffectEvent, useMemo, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { routes } from "../../../contract/routes.ts";
import { keepRule, keptSettings, useAlertRules } from "../../data/alerts/kept-alerts.ts";
import { judgeLook, takeDue, takeIn, type PageClock } from "../../data/alerts/page-judge.ts";
import { isKeyShared, useServed } from "../../data/alerts/served-rules.ts";
import { handOver, readServedEvents, type SendingTimes } from "../../queries/alerts.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { usePreferences } from "../../data/storage/preferences.ts";
import { useStars } from "../../data/storage/stars.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { useWalletPositions } from "../../queries/positions.ts";
import { localTimeZone } from "../../../domain/format/time-of-day.ts";
import { alertFacts, loanFacts } from "../../select/alerts/alert-facts.ts";
import { watchRequest } from "../../select/alerts/watch-request.ts";
import { withCurrentFilter } from "../../select/alerts/view-filter.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { currentSearch, hrefTo } from "../../view-state/address.ts";
import { useCurrentMarkets } from "../frame/current-markets.ts";
import { eventLine, combinedNotification } from "./alert-words.ts";
import { notify } from "../../ui/page/notifications.ts";
import { targetHref } from "./target-icon.tsx";

/** For the end of quiet hours and the digest, and for events of the service. */
const dueEveryMs = 30_000;
const askEveryMs = 60_000;

export function AlertWatch(): ReactNode {
  const rules = useAlertRules();
  const { starred } = useStars();
  const serves = useServes();
  const served = useServed(rules);
  const tell = useTeller();
  const request = useMemo(() => watchRequest(rules), [rules]);
  const wallets = useMemo(() => {
    const watched = rules.flatMap((rule) =>
      rule.target.kind === "position" && !rule.paused && !(serves && served.has(rule))
        ? [rule.target.wallet]
        : [],
    );
    return [...new Set(watched)];
  }, [rules, serves, served]);
  useEffect(() => {
    for (const rule of rules) {
      const current = withCurrentFilter(rule, starred, isKeyShared());
      if (current !== rule) keepRule(current);
    }
  }, [rules, starred]);
  useEffect(() => startEvery(dueEveryMs, tell), [tell]);
  return (
    <>
      {serves ? <ServedWatch /> : null}
      {request === undefined ? null : <ListWatch request={request} />}
      {wallets.length === 0 ? null : <LoanWatch wallets={wallets} />}
    </>
  );
}

/** Acts at once and at every interval. @returns stops it */
function startEvery(ms: number, act: () => Promise<void>): () => void {
  void act();
  const timer = setInterval(() => void act(), ms);
  return () => clearInterval(timer);
}

function useServes(): boolean {
  return useDashboardConfig().alerts !== undefined;
}

function pageClock(): PageClock {
  return { now: Date.now(), timeZone: localTimeZone() };
}

function sendingTimes(): SendingTimes {
  const { quiet, digest } = keptSettings();
  const timeZone = localTimeZone();
  return {
    ...(quiet.on ? { quiet: { from: quiet.from, to: quiet.to, timeZone } } : {}),
    ...(digest.on ? { digest: { at: digest.at, timeZone } } : {}),
  };
}

/** Gives the service the rules it can judge, and takes its events. */
function ServedWatch(): ReactNode {
  const { clientKey, alerts } = useDashboardConfig();
  const sends = alerts?.send === true;
  const rules = useAlertRules();
  const tell = useTeller();
  useEffect(
    () =>
      startEvery(askEveryMs, async () => {
        await handOver(clientKey, rules, sends ? sendingTimes() : undefined);
        await takeIn(await readServedEvents(clientKey), pageClock());
        await tell();
      }),
    [clientKey, sends, rules, tell],
  );
  return null;
}

/** Each wallet is judged by itself, at the time it was read. */
function LoanWatch({ wallets }: { readonly wallets: readonly string[] }): ReactNode {
  const held = useWalletPositions(wallets);
  const serves = useServes();
  const rules = useAlertRules();
  const tell = useTeller();
  const readAts = held.map(({ readAt }) => String(readAt)).join();
  const look = useEffectEvent(async (hasService: boolean) => {
    for (const { wallet, rows, readAt } of held) {
      if (rows === undefined || readAt === undefined) continue;
      await judgeLook(loanFacts(wallet, rows, readAt), pageClock(), hasService);
    }
    await tell();
  });
  useEffect(() => {
    if (rules.length > 0 && readAts !== "") void look(serves);
  }, [rules, readAts, serves]);
  useWhileHidden(() => {
    for (const { refresh } of held) refresh();
  });
  return null;
}

/** A page in view refreshes what it shows by itself. */
function useWhileHidden(act: () => void): void {
  const [{ refreshIntervalMs }] = usePreferences();
  const actIfHidden = useEffectEvent(() => {
    if (document.visibilityState === "hidden") act();
  });
  useEffect(() => {
    if (refreshIntervalMs === undefined) return undefined;
    const timer = setInterval(() => actIfHidden(), refreshIntervalMs);
    return () => clearInterval(timer);
  }, [refreshIntervalMs]);
}

function ListWatch({ request }: { readonly request: MarketsRequest }): ReactNode {
  const rules = useAlertRules();
  const serves = useServes();
  const { starred } = useStars();
  const tell = useTeller();
  const { rows, phase, exact, ended, readAt, refresh } = useMarkets(request);
  const complete = phase === "complete" && exact && ended === "null-cursor";
  useEffect(() => {
    if (!complete || readAt === undefined) return;
    const look = async (): Promise<void> => {
      await judgeLook(alertFacts(rules, rows, { readAt, starred }), pageClock(), serves);
      await tell();
    };
    void look();
  }, [rules, rows, readAt, starred, complete, serves, tell]);

  // The page may show another list; after its refresh this one follows.
  const shown = useCurrentMarkets();
  const shownAt = shown?.phase === "complete" ? shown.readAt : undefined;
  const readAtNow = useEffectEvent(() => readAt);
  useEffect(() => {
    const own = readAtNow();
    if (shownAt !== undefined && own !== undefined && shownAt > own) refresh();
  }, [shownAt, refresh]);
  useWhileHidden(refresh);
  return null;
}

/** Announces due events, as notifications while the page is hidden. */
function useTeller(): () => Promise<void> {
  const announce = useAnnounce();
  const [, go] = useLocation();
  return useMemo(
    () => async () => {
      const due = (await takeDue(Date.now())).map(({ event }) => event);
      const [newest] = due;
      if (newest === undefined) return;
      announce(`Alert: ${eventLine(newest)}${due.length > 1 ? `, and ${String(due.length - 1)} more` : ""}.`);
      if (document.visibilityState !== "hidden" || !keptSettings().notify) return;
      const shown = due.filter(({ rule }) => rule.browser);
      const [first, second] = shown;
      if (first === undefined) return;
      notify({
        ...combinedNotification(shown),
        tag: first.id,
        onOpen: () => {
          const search = currentSearch();
          go(
            second === undefined ? targetHref(first.rule.target, search) : hrefTo(routes.alerts.path, search),
          );
        },
      });
    },
    [announce, go],
  );
}
