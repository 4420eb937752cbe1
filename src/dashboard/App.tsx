// The frame around every page: header, demo strip, the page of the address, and the one live region.
import type { ReactNode } from "react";
import { Route, Switch, useLocation } from "wouter";
import { DemoStrip } from "./pages/frame/demo-strip.tsx";
import { Header } from "./pages/frame/header.tsx";
import { MarketsPage } from "./pages/markets/markets-page.tsx";
import { PageFault } from "./pages/frame/page-fault.tsx";
import { PublishedWalkProvider } from "./pages/frame/published-walk.tsx";
import { useTour } from "./pages/frame/tour-control.ts";
import { ErrorBoundary } from "./ui/page/error-boundary.tsx";
import { lazyPart } from "./ui/page/lazy-part.tsx";
import { LiveRegionProvider } from "./ui/page/live-region.tsx";

const waiting = <p className="p-6 text-text2">Loading…</p>;
const marketPage = lazyPart(async () => (await import("./pages/market/market-page.tsx")).MarketPage, waiting);
const actionPage = lazyPart(async () => (await import("./pages/action/action-page.tsx")).ActionPage, waiting);
const comparePage = lazyPart(
  async () => (await import("./pages/compare/compare-page.tsx")).ComparePage,
  waiting,
);
const matrixPage = lazyPart(async () => (await import("./pages/matrix/matrix-page.tsx")).MatrixPage, waiting);
const qualityPage = lazyPart(
  async () => (await import("./pages/quality/quality-page.tsx")).QualityPage,
  waiting,
);
const overviewPage = lazyPart(
  async () => (await import("./pages/overview/overview-page.tsx")).OverviewPage,
  waiting,
);
const notFoundPage = lazyPart(
  async () => (await import("./pages/frame/not-found-page.tsx")).NotFoundPage,
  waiting,
);

export function App(): ReactNode {
  const [path] = useLocation();
  const tour = useTour(path === "/");
  return (
    <LiveRegionProvider>
      <PublishedWalkProvider>
        {/* On a phone the document scrolls, so that its bars can retreat; elsewhere each page has its own scroll regions. */}
        <div className="flex min-h-dvh flex-col md:h-dvh md:min-h-0 print:h-auto">
          <a
            href="#main"
            className="sr-only z-50 rounded-control bg-raised px-3 py-2 text-accent shadow-float focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          <Header tour={tour} />
          <DemoStrip />
          <main
            id="main"
            tabIndex={-1}
            className="relative flex min-h-0 flex-1 flex-col outline-none md:overflow-auto"
          >
            <ErrorBoundary resetKey={path} fallback={(fault) => <PageFault {...fault} />}>
              <Switch>
                <Route path="/">
                  <MarketsPage tour={tour} />
                </Route>
                <Route path="/markets/:id">
                  <marketPage.Part />
                </Route>
                <Route path="/action">
                  <actionPage.Part />
                </Route>
                <Route path="/compare">
                  <comparePage.Part />
                </Route>
                <Route path="/matrix">
                  <matrixPage.Part />
                </Route>
                <Route path="/quality">
                  <qualityPage.Part />
                </Route>
                <Route path="/overview">
                  <overviewPage.Part />
                </Route>
                <Route>
                  <notFoundPage.Part />
                </Route>
              </Switch>
            </ErrorBoundary>
          </main>
        </div>
      </PublishedWalkProvider>
    </LiveRegionProvider>
  );
}
