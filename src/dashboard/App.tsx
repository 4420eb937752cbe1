// The frame around every page: header, the page of the address, and the one live region.
import { useEffect, useRef, type ComponentType, type ReactNode } from "react";
import { useLocation } from "wouter";
import { routeOf, type RouteId } from "../contract/routes.ts";
import { Header } from "./pages/frame/header.tsx";
import { Alerts } from "./pages/frame/alerts.tsx";
import { SkipLinks } from "./pages/frame/skip-links.tsx";
import { MarketsPage } from "./pages/markets/markets-page.tsx";
import { ErrorBoundary } from "./ui/page/error-boundary.tsx";
import { fetchLater } from "./ui/page/network/fetch-later.ts";
import { lazyPart, PartNotFetched, type LazyPart } from "./ui/page/lazy-part.tsx";
import { LiveRegionProvider } from "./ui/page/live-region.tsx";

// Both fetched at the start and not at the fault: by then there may be no network to fetch it over.
const pageFault = lazyPart(async () => (await import("./pages/frame/page-problem.tsx")).PageFault);
const pageMissing = lazyPart(async () => (await import("./pages/frame/page-problem.tsx")).PageMissing);
const focusKeeper = lazyPart(async () => (await import("./ui/page/focus-keeper.tsx")).FocusKeeper);
const waiting = <p className="p-6 text-text2">Loading…</p>;

function lazyPage(load: () => Promise<ComponentType>): LazyPart<object> {
  return lazyPart<object>(load, waiting, (retry, error) =>
    error instanceof PartNotFetched ? (
      <pageMissing.Part onRetry={retry} />
    ) : (
      <pageFault.Part error={error} retry={retry} />
    ),
  );
}

/** The code of each page, fetched when it is shown. The list is what most visits begin with, so it comes with the program. */
const pages: Readonly<Record<Exclude<RouteId, "markets"> | "notFound", LazyPart<object>>> = {
  market: lazyPage(async () => (await import("./pages/market/market-page.tsx")).MarketPage),
  compare: lazyPage(async () => (await import("./pages/compare/compare-page.tsx")).ComparePage),
  matrix: lazyPage(async () => (await import("./pages/matrix/matrix-page.tsx")).MatrixPage),
  overview: lazyPage(async () => (await import("./pages/overview/overview-page.tsx")).OverviewPage),
  portfolio: lazyPage(async () => (await import("./pages/portfolio/portfolio-page.tsx")).PortfolioPage),
  assets: lazyPage(async () => (await import("./pages/assets/assets-page.tsx")).AssetsPage),
  asset: lazyPage(async () => (await import("./pages/asset/asset-page.tsx")).AssetPage),
  changes: lazyPage(async () => (await import("./pages/changes/changes-page.tsx")).ChangesPage),
  quality: lazyPage(async () => (await import("./pages/quality/quality-page.tsx")).QualityPage),
  alerts: lazyPage(async () => (await import("./pages/alerts/alerts-page.tsx")).AlertsPage),
  action: lazyPage(async () => (await import("./pages/action/action-page.tsx")).ActionPage),
  notFound: lazyPage(async () => (await import("./pages/frame/page-problem.tsx")).NotFoundPage),
};
// Most people go from the list to a market.
fetchLater(pages.market);

export function App(): ReactNode {
  useEffect(() => {
    pageFault.preload();
    pageMissing.preload();
  }, []);
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const route = routeOf(path) ?? "notFound";
  const page = route === "markets" ? undefined : pages[route];
  // On its way at once, and not after what goes around it.
  page?.preload();
  return (
    <LiveRegionProvider>
      {/* On a phone the document scrolls, so that its bars can retreat; elsewhere each page has its own scroll regions. */}
      <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0 print:h-auto">
        <SkipLinks list={page === undefined} />
        <Header />
        <Alerts />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="relative flex min-h-0 flex-1 flex-col outline-none md:overflow-auto"
        >
          <focusKeeper.Part region={main} />
          <ErrorBoundary resetKey={path} fallback={(fault) => <pageFault.Part {...fault} />}>
            {page === undefined ? <MarketsPage /> : <page.Part />}
          </ErrorBoundary>
        </main>
      </div>
    </LiveRegionProvider>
  );
}
