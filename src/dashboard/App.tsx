// The frame around every page: header, the page of the address, and the one live region.
import { useEffect, type ReactNode } from "react";
import { useLocation } from "wouter";
import { routeOf, type RouteId } from "../contract/routes.ts";
import { Header } from "./pages/frame/header.tsx";
import { Alerts } from "./pages/frame/alerts.tsx";
import { SkipLinks } from "./pages/frame/skip-links.tsx";
import { MarketsPage } from "./pages/markets/markets-page.tsx";
import { CurrentMarketsProvider } from "./pages/frame/current-markets.tsx";
import { ErrorBoundary } from "./ui/page/error-boundary.tsx";
import { lazyPart, type LazyPart } from "./ui/page/lazy-part.tsx";
import { LiveRegionProvider } from "./ui/page/live-region.tsx";

// Fetched at the start and not at the fault: by then there may be no network to fetch it over.
const pageFault = lazyPart(async () => (await import("./pages/frame/page-fault.tsx")).PageFault);
const waiting = <p className="p-6 text-text2">Loading…</p>;

/** The code of each page, fetched when it is shown. The list is what most visits begin with, so it comes with the program. */
const pages: Readonly<Record<Exclude<RouteId, "markets"> | "notFound", LazyPart<object>>> = {
  market: lazyPart(async () => (await import("./pages/market/market-page.tsx")).MarketPage, waiting),
  compare: lazyPart(async () => (await import("./pages/compare/compare-page.tsx")).ComparePage, waiting),
  matrix: lazyPart(async () => (await import("./pages/matrix/matrix-page.tsx")).MatrixPage, waiting),
  overview: lazyPart(async () => (await import("./pages/overview/overview-page.tsx")).OverviewPage, waiting),
  portfolio: lazyPart(
    async () => (await import("./pages/portfolio/portfolio-page.tsx")).PortfolioPage,
    waiting,
  ),
  assets: lazyPart(async () => (await import("./pages/assets/assets-page.tsx")).AssetsPage, waiting),
  asset: lazyPart(async () => (await import("./pages/asset/asset-page.tsx")).AssetPage, waiting),
  changes: lazyPart(async () => (await import("./pages/changes/changes-page.tsx")).ChangesPage, waiting),
  quality: lazyPart(async () => (await import("./pages/quality/quality-page.tsx")).QualityPage, waiting),
  alerts: lazyPart(async () => (await import("./pages/alerts/alerts-page.tsx")).AlertsPage, waiting),
  action: lazyPart(async () => (await import("./pages/action/action-page.tsx")).ActionPage, waiting),
  notFound: lazyPart(async () => (await import("./pages/frame/not-found-page.tsx")).NotFoundPage, waiting),
};

export function App(): ReactNode {
  useEffect(() => pageFault.preload(), []);
  const [path] = useLocation();
  const route = routeOf(path) ?? "notFound";
  const page = route === "markets" ? undefined : pages[route];
  // On its way at once, and not after what goes around it.
  page?.preload();
  return (
    <LiveRegionProvider>
      <CurrentMarketsProvider>
        {/* On a phone the document scrolls, so that its bars can retreat; elsewhere each page has its own scroll regions. */}
        <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0 print:h-auto">
          <SkipLinks list={page === undefined} />
          <Header />
          <Alerts />
          <main
            id="main"
            tabIndex={-1}
            className="relative flex min-h-0 flex-1 flex-col outline-none md:overflow-auto"
          >
            <ErrorBoundary resetKey={path} fallback={(fault) => <pageFault.Part {...fault} />}>
              {page === undefined ? <MarketsPage /> : <page.Part />}
            </ErrorBoundary>
          </main>
        </div>
      </CurrentMarketsProvider>
    </LiveRegionProvider>
  );
}
