import { RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { routes } from "../../../contract/routes.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { refreshIntervalMs, useAutoRefresh } from "../../data/storage/preferences.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import {
  formatAge,
  formatClock,
  formatDay,
  formatDuration,
  formatInterval,
  formatUntil,
} from "../../../domain/format/time.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { Button, inlineLinkClass } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { useOnline } from "../../ui/page/network/online.ts";
import { useNow } from "../../ui/page/now.ts";
import { Switch } from "../../ui/fields/switch.tsx";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { dataState, type DataStatusProps } from "./data-state.ts";

export function StatusPanel({
  result,
  onRefresh,
  onLeave,
}: DataStatusProps & { readonly onLeave: () => void }): ReactNode {
  const config = useDashboardConfig();
  const now = useNow(1000);
  const search = useSearch();
  const state = dataState(result, now, useOnline());
  const [refreshes, setRefreshes] = useAutoRefresh();
  return (
    <div className="text-body [&>:not(:first-child)]:border-t [&>:not(:first-child)]:border-line2">
      <section className="px-4 pt-3.5 pb-3">
        <div className="flex items-center gap-2.5">
          <state.Icon className="size-3.5 shrink-0" />
          <h2 className="flex-1 font-semibold">{state.word}</h2>
          <Button
            icon={<RefreshCw />}
            aria-disabled={result === undefined || result.refreshing}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        </div>
        <p className="mt-1 pl-6 text-small text-text2">{state.sentence}</p>
        {result === undefined ? null : (
          <dl className="mt-3 grid gap-1">
            <Stat
              line
              label="Markets loaded"
              help="Received minus duplicates and those that could not be read."
            >
              <b className="font-semibold">{formatCount(result.rows.length).text}</b>
              <Quiet>
                {" "}
                of {formatCount(result.rows.length + result.duplicates + result.rejected.length).text}{" "}
                received
              </Quiet>
              {result.duplicates === 0 ? null : <Quiet>, {countOf(result.duplicates, "duplicate")}</Quiet>}
            </Stat>
            <Stat line label="Last refresh" help="When the service read the list, by this browser's clock.">
              {formatClock(result.readAt, now)} <Quiet>{formatAge(result.readAt, now)}</Quiet>
            </Stat>
            <Stat
              line
              label={result.nextRetryAt === undefined ? "Next refresh" : "Next retry"}
              help="The list refreshes while the page is visible."
            >
              {nextRead(result, now)}
            </Stat>
            <Stat line label="Source" help="Where the service gets the markets.">
              {config.source.label}{" "}
              <Quiet>
                {config.source.kind === "demo"
                  ? `built in${config.source.capturedAt === undefined ? "" : `, capture ${formatDay(config.source.capturedAt)}`}`
                  : "through this service"}
              </Quiet>
            </Stat>
          </dl>
        )}
      </section>
      {result === undefined || result.pages.length === 0 ? null : (
        <section className="px-4 py-3">
          <h3 className="mb-0.5 font-semibold">Pages</h3>
          <ul aria-label="Pages" tabIndex={0} className="max-h-40 overflow-y-auto text-small">
            {result.pages.map((page) => (
              <li key={page.page} className="grid grid-cols-[1fr_7rem_4rem] py-0.5 text-text2">
                <span>Page {page.page}</span>
                <span className="text-right">
                  <span className="font-medium text-text">{formatCount(page.markets).text}</span> markets
                </span>
                <span className="text-right">{formatDuration(page.durationMs)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {result === undefined || result.rejected.length === 0 ? null : <SetAside result={result} />}
      <section className="px-4 py-2">
        <Link href={hrefTo(routes.quality.path, search)} onClick={onLeave} className={inlineLinkClass}>
          Quality by provider
        </Link>
      </section>
      <section className="px-4 py-2.5">
        <Switch
          label={`Refresh every ${formatInterval(refreshIntervalMs)}`}
          checked={refreshes}
          onChange={setRefreshes}
        />
      </section>
    </div>
  );
}

function nextRead(result: MarketsResult, now: number): ReactNode {
  if (result.nextRetryAt !== undefined) return formatUntil(result.nextRetryAt, now);
  if (result.refreshing || result.phase === "loading" || result.loadingPage !== undefined)
    return "refreshing now";
  if (result.refreshAt === undefined) return <Quiet>when you press Refresh</Quiet>;
  return (
    <>
      {formatUntil(Math.max(now, result.refreshAt), now)} <Quiet>while visible</Quiet>
    </>
  );
}

function SetAside({ result }: { readonly result: MarketsResult }): ReactNode {
  return (
    <section className="px-4 py-3">
      <div className="flex items-center gap-2">
        <TriangleAlert className="size-3.5 shrink-0 text-danger" />
        <h3 className="flex-1 font-semibold">{formatCount(result.rejected.length).text} could not be read</h3>
        <CopyButton
          variant="link"
          label="Copy report"
          what="Report"
          icon={<span />}
          className="px-1"
          text={() => rejectedReport(result.rejected)}
        />
      </div>
      <ul aria-label="Could not be read" tabIndex={0} className="max-h-48 overflow-y-auto text-small">
        {groupRejected(result.rejected).map(([reason, markets]) => (
          <li key={reason} className="py-0.5">
            <span className="flex justify-between gap-3">
              <span>{reason}</span>
              <span>{formatCount(markets.length).text}</span>
            </span>
            <span className="block truncate font-mono text-tiny text-text2">
              {[...new Set(markets.map((market) => market.id ?? positionOf(market)))].join(" ")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Quiet({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="text-text2">{children}</span>;
}

type SetAsideMarket = MarketsResult["rejected"][number];

/** Only the first few markets have a position (see set-aside.ts). */
function positionOf({ page, index }: SetAsideMarket): string {
  return index < 0 ? `page ${page}` : `page ${page}, market ${index + 1}`;
}

function reasonOf(market: SetAsideMarket): string {
  return `${market.path === "" ? "the market" : market.path} ${market.reason}`;
}

export function groupRejected(rejected: readonly SetAsideMarket[]) {
  return [...groupBy(rejected, reasonOf)].toSorted(([, one], [, other]) => other.length - one.length);
}

export function rejectedReport(rejected: readonly SetAsideMarket[]): string {
  const lines = rejected.map(
    (market) => `${positionOf(market)}, id ${market.id ?? "none"}: ${reasonOf(market)}`,
  );
  return [`Markets that could not be read: ${rejected.length}`, ...lines, ""].join("\n");
}
