import {
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { routeOf, type RouteId } from "../contract/routes.ts";
import { Header } from "./pages/frame/header.tsx";
import { Alerts } from "./pages/frame/alerts.tsx";
import { MarketsPage } from "./pages/markets/markets-page.tsx";
import { lazyPart, lazyWithPreload, LoadBoundary, Loading } from "./ui/page/load-boundary.tsx";
import { fetchLater } from "./ui/page/network/fetch-later.ts";
import { LiveRegionProvider } from "./ui/page/live-region.tsx";
import { FileOriginContext } from "./ui/table/file-origin.ts";
import { serviceTimeText } from "./data/clock.ts";
import { useDashboardConfig } from "./queries/configuration.ts";
import { oldestReadAt } from "./queries/markets/markets-query.ts";

// Loaded early, because the network may be gone when it is needed.
const FailedPage = lazyWithPreload(async () => (await import("./pages/frame/page-problem.tsx")).FailedPage);
const RestoreFocus = lazyPart(async () => (await import("./ui/page/restore-focus.tsx")).RestoreFocus, {
  failed: () => null,
});

const HelpTooltip = lazyPart(async () => (await import("./ui/overlay/tooltip.tsx")).HelpTooltip, {
  failed: () => null,
});

const MarketPage = lazyWithPreload(async () => (await import("./pages/market/market-page.tsx")).MarketPage);
fetchLater(MarketPage);

/** Most visits start with the list, so only the list is in the main chunk. */
const pages: Readonly<Record<Exclude<RouteId, "markets"> | "notFound", ComponentType>> = {
  market: MarketPage,
  compare: lazyWithPreload(async () => (await import("./pages/compare/compare-page.tsx")).ComparePage),
  matrix: lazyWithPreload(async () => (await import("./pages/matrix/matrix-page.tsx")).MatrixPage),
  overview: lazyWithPreload(async () => (await import("./pages/overview/overview-page.tsx")).OverviewPage),
  portfolio: lazyWithPreload(
    async () => (await import("./pages/portfolio/portfolio-page.tsx")).PortfolioPage,
  ),
  assets: lazyWithPreload(async () => (await import("./pages/assets/assets-page.tsx")).AssetsPage),
  asset: lazyWithPreload(async () => (await import("./pages/asset/asset-page.tsx")).AssetPage),
  changes: lazyWithPreload(async () => (await import("./pages/changes/changes-page.tsx")).ChangesPage),
  quality: lazyWithPreload(async () => (await import("./pages/quality/quality-page.tsx")).QualityPage),
  alerts: lazyWithPreload(async () => (await import("./pages/alerts/alerts-page.tsx")).AlertsPage),
  action: lazyWithPreload(async () => (await import("./pages/action/action-page.tsx")).ActionPage),
  notFound: lazyWithPreload(async () => (await import("./pages/frame/page-problem.tsx")).NotFoundPage),
};

export function App(): ReactNode {
  useEffect(() => {
    void FailedPage.preload();
  }, []);
  const main = useRef<HTMLElement>(null);
  const { source } = useDashboardConfig();
  const client = useQueryClient();
  const fileOrigin = useCallback(
    () =>
      [
        ["export time (UTC)", serviceTimeText(Date.now())],
        ["read at (UTC)", serviceTimeText(oldestReadAt(client))],
        ["source", source.label],
        ["page", window.location.href],
      ] as const,
    [client, source],
  );
  const [path] = useLocation();
  const route = routeOf(path) ?? "notFound";
  const [failedPath, setFailedPath] = useState<string | undefined>(undefined);
  const Page = route === "markets" ? MarketsPage : pages[route];
  return (
    <LiveRegionProvider>
      {/* On a phone the document scrolls, so that browser bars can retreat. Elsewhere pages have scroll regions. */}
      <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0 print:h-auto">
        <SkipLink to="#main" label="Skip to content" />
        {route === "markets" ? (
          <>
            <SkipLink to="#markets-holding input, #main" label="Skip to what you hold" />
            <SkipLink to="#main a.market-link, #main" label="Skip to markets" />
          </>
        ) : null}
        <Header isPageMissing={failedPath === path} />
        <Alerts />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          // On wider screens, figures would be too far apart to follow a row.
          className="relative flex min-h-0 flex-1 flex-col outline-none md:scroll-pt-8 md:scroll-pb-20 md:overflow-auto min-[2080px]:[&>*]:mx-auto min-[2080px]:[&>*]:w-full min-[2080px]:[&>*]:max-w-[2080px]"
        >
          <RestoreFocus region={main} />
          {/* The key unmounts the old page. React would keep it hidden, with its state, while the next one loads. */}
          <LoadBoundary
            key={route}
            resetKey={path}
            onFail={() => setFailedPath(path)}
            waiting={<Loading />}
            failed={(failure) => (
              <Suspense>
                <FailedPage {...failure} />
              </Suspense>
            )}
          >
            <FileOriginContext value={fileOrigin}>
              <Page />
            </FileOriginContext>
          </LoadBoundary>
        </main>
      </div>
      <HelpTooltip />
    </LiveRegionProvider>
  );
}

function SkipLink({ to, label }: { readonly to: string; readonly label: string }): ReactNode {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-control bg-raised px-3 py-2 text-accent shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      onClick={(event) => {
        // Not a fragment, because on Back the browser would focus it instead of the opened row.
        event.preventDefault();
        const all = [...document.querySelectorAll<HTMLElement>(to)];
        (all.find(({ id }) => id !== "main") ?? all[0])?.focus();
      }}
    >
      {label}
    </a>
  );
}
