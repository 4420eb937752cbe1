// Judges the rules in this page: at every completed reading of the list that holds all they watch. Draws nothing.
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { AlertRule } from "../../../contract/alerts/rule.ts";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { routes } from "../../../contract/routes.ts";
import { targetKey, type TargetFacts } from "../../../alerts/judge.ts";
import { groupLoans } from "../../../finance/debt/loan-group.ts";
import { keepRule, keptSettings, useAlertRules } from "../../data/alerts/kept-alerts.ts";
import { judgeLook, takeDue, takeIn, type PageClock } from "../../data/alerts/page-judge.ts";
import { isKeyShared, useServed } from "../../data/alerts/served-rules.ts";
import { handOver, readServedEvents, type SendingTimes } from "../../queries/alerts.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { usePreferences } from "../../data/kept/preferences.ts";
import { useStars } from "../../data/kept/stars.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { useWalletPositions } from "../../queries/positions.ts";
import { localTimeZone } from "../../format/time-of-day.ts";
import { alertFacts } from "../../select/alerts/alert-facts.ts";
import { watchRequest } from "../../select/alerts/watch-request.ts";
import { withCurrentFilter } from "../../select/alerts/view-filter.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { currentSearch, hrefTo } from "../../view-state/address.ts";
import { useCurrentMarkets } from "../frame/current-markets.ts";
import { eventWords, toldTogether } from "./alert-words.ts";
import { notify } from "../../ui/page/notifications.ts";
import { targetHref } from "./target-mark.tsx";

/** How often it is looked whether quiet hours are over or the digest is due. */
const dueEveryMs = 30_000;

export function AlertWatch(): ReactNode {
  const rules = useAlertRules();
  const { starred } = useStars();
  const request = useMemo(() => watchRequest(rules), [rules]);
  const tell = useTeller();
  useEffect(() => {
    for (const rule of rules) {
      const current = withCurrentFilter(rule, starred, isKeyShared());
      if (current !== rule) keepRule(current);
    }
  }, [rules, starred]);
  useEffect(() => {
    void tell();
    const timer = setInterval(() => void tell(), dueEveryMs);
    return () => clearInterval(timer);
  }, [tell]);
  const serves = useServes();
  const served = useServed(rules);
  const wallets = useMemo(
    () => watchedWallets(serves ? rules.filter((rule) => !served.has(rule)) : rules),
    [rules, serves, served],
  );
  return (
    <>
      {serves ? <ServedWatch tell={tell} /> : null}
      {request === undefined ? null : <ListWatch request={request} tell={tell} />}
      {wallets.length === 0 ? null : <LoanWatch wallets={wallets} tell={tell} />}
    </>
  );
}

/** Whether the service judges rules while nobody looks. */
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

/** How often the service is asked what rang. */
const askEveryMs = 60_000;

/** Gives the service the rules it can judge, and takes from it what rang. */
function ServedWatch({ tell }: { readonly tell: () => Promise<void> }): ReactNode {
  const { clientKey, alerts } = useDashboardConfig();
  const sends = alerts?.send === true;
  const rules = useAlertRules();
  useEffect(() => {
    const ask = async (): Promise<void> => {
      await handOver(clientKey, rules, sends ? sendingTimes() : undefined);
      await takeIn(await readServedEvents(clientKey), pageClock());
      await tell();
    };
    void ask();
    const timer = setInterval(() => void ask(), askEveryMs);
    return () => clearInterval(timer);
  }, [clientKey, sends, rules, tell]);
  return null;
}

function watchedWallets(rules: readonly AlertRule[]): readonly string[] {
  const wallets = rules.flatMap(({ target, paused }) =>
    target.kind === "position" && !paused ? [target.wallet] : [],
  );
  return [...new Set(wallets)];
}

/** The loans of wallets, read as the portfolio reads them. Those of each wallet are a look of their own. */
function LoanWatch({
  wallets,
  tell,
}: {
  readonly wallets: readonly string[];
  readonly tell: () => Promise<void>;
}): ReactNode {
  const held = useWalletPositions(wallets);
  const serves = useServes();
  const rules = useAlertRules();
  const latest = useRef(held);
  useEffect(() => {
    latest.current = held;
  });
  const readAts = held.map(({ readAt }) => String(readAt)).join();
  useEffect(() => {
    // Both say that there may be something new to judge: a rule, or a wallet that was read.
    if (rules.length === 0 || readAts === "") return;
    const look = async (): Promise<void> => {
      for (const { wallet, rows, readAt } of latest.current) {
        if (rows === undefined || readAt === undefined) continue;
        const targets = new Map<string, TargetFacts>();
        for (const { key, health } of groupLoans(rows, () => wallet))
          if (health !== undefined)
            targets.set(targetKey({ target: { kind: "position", wallet, id: key, name: "" } }), {
              health: { value: health },
            });
        await judgeLook({ at: readAt, targets, views: new Map() }, pageClock(), serves);
      }
      await tell();
    };
    void look();
  }, [rules, readAts, serves, tell]);
  useWhileHidden(() => {
    for (const { refresh } of latest.current) refresh();
  });
  return null;
}

/** What is shown is read again while somebody looks at it. Rules are for when nobody does. */
function useWhileHidden(act: () => void): void {
  const [{ refreshIntervalMs }] = usePreferences();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (refreshIntervalMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "hidden") latest.current();
    }, refreshIntervalMs);
    return () => clearInterval(timer);
  }, [refreshIntervalMs]);
}

function ListWatch({
  request,
  tell,
}: {
  readonly request: MarketsRequest;
  readonly tell: () => Promise<void>;
}): ReactNode {
  const rules = useAlertRules();
  const serves = useServes();
  const { starred } = useStars();
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

  // When the list that is shown was read anew, so is this one, which may be another.
  const shown = useCurrentMarkets();
  const shownAt = shown?.phase === "complete" ? shown.readAt : undefined;
  const ownAt = useRef(readAt);
  useEffect(() => {
    ownAt.current = readAt;
  });
  useEffect(() => {
    if (shownAt !== undefined && ownAt.current !== undefined && shownAt > ownAt.current) refresh();
  }, [shownAt, refresh]);

  useWhileHidden(refresh);
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
      const shown = due.flatMap(({ event }) => (event.rule.browser ? [event] : []));
      const [first, second] = shown;
      if (first === undefined) return;
      notify({
        ...toldTogether(shown),
        tag: first.id,
        onOpen: () =>
          go(
            second === undefined
              ? targetHref(first.rule.target, currentSearch())
              : hrefTo(routes.alerts.path, currentSearch()),
          ),
      });
    },
    [announce, go],
  );
}
