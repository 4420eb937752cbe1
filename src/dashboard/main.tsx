import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router, type AroundNavHandler } from "wouter";
import { routeOf } from "../contract/routes.ts";
import { App } from "./App.tsx";
import { followTheme } from "./data/storage/preferences.ts";
import { preloadList } from "./pages/markets/lazy-parts.tsx";
import { DashboardConfigContext, readPageConfig } from "./queries/configuration.ts";
import { marketsQuery } from "./queries/markets/markets-query.ts";
import { createQueryClient } from "./queries/query-client.ts";
import { isOverlayEntry } from "./ui/overlay/close-on-back.ts";
import { lazyPart } from "./ui/page/load-boundary.tsx";
import { readViewState } from "../domain/view-state/codec.ts";
import { toMarketsRequest } from "../domain/view-state/markets-request-of-view.ts";
import { currentSearch } from "./view-state/address.ts";
import "./main.css";

const UnconfiguredApp = lazyPart(
  async () => (await import("./pages/frame/unconfigured-app.tsx")).UnconfiguredApp,
);

const config = readPageConfig();
const queryClient = createQueryClient();

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element with the id root.");
const root = createRoot(container);

/** How long the first render waits for the list's code, so that nothing moves later. */
const maxCodeWaitMs = 3000;
/** How long it then waits for the first page of markets, because one render costs half of two. */
const maxPageWaitMs = 300;

async function waitAtMost(promise: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}

const navigateFromOverlay: AroundNavHandler = (navigate, to, options) =>
  navigate(to, { ...options, replace: options?.replace === true || isOverlayEntry() });

function render(): void {
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          {config === undefined ? (
            <UnconfiguredApp />
          ) : (
            <DashboardConfigContext value={config}>
              <Router aroundNav={navigateFromOverlay}>
                <App />
              </Router>
            </DashboardConfigContext>
          )}
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

followTheme();
if (config !== undefined && routeOf(window.location.pathname) === "markets") {
  const firstPage = queryClient
    .infiniteQuery(marketsQuery(toMarketsRequest(readViewState(currentSearch()))))
    .catch(() => undefined);
  void waitAtMost(preloadList(), maxCodeWaitMs)
    .then(async () => waitAtMost(firstPage, maxPageWaitMs))
    .then(render);
} else render();
