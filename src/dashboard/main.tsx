// The browser program: the configuration, which came with the page or is asked for, then the dashboard.
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { routeOf } from "../contract/routes.ts";
import { App } from "./App.tsx";
import { followTheme } from "./data/kept/preferences.ts";
import { DashboardConfigContext, readPageConfig } from "./queries/configuration.ts";
import { marketsQuery } from "./queries/markets/markets-query.ts";
import { createQueryClient } from "./queries/query-client.ts";
import { fetchHeader } from "./pages/frame/header.tsx";
import { fetchMarketsPage } from "./pages/markets/markets-page.tsx";
import { lazyPart } from "./ui/page/lazy-part.tsx";
import { requestOfAddress } from "./view-state/request-of-state.ts";

/** So long the code of the list is waited for, so that nothing moves as its parts come in; the page shows its header meanwhile. */
const longestForCodeMs = 3000;
/** So long the list is waited for then, so that it need not be drawn twice. */
const longestForPageMs = 300;

/** Resolves with the promise, or after this many ms if it takes longer. */
async function atMost(promise: Promise<unknown>, ms: number): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}

const unconfiguredApp = lazyPart(
  async () => (await import("./pages/frame/unconfigured-app.tsx")).UnconfiguredApp,
);

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element with the id root.");
const root = createRoot(container);
const config = readPageConfig();
const queryClient = createQueryClient();

/** Renders in many short tasks, between which the browser can respond. */
function draw(): void {
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          {config === undefined ? (
            <unconfiguredApp.Part />
          ) : (
            <DashboardConfigContext value={config}>
              <App />
            </DashboardConfigContext>
          )}
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

followTheme();
if (routeOf(window.location.pathname) === "markets") {
  const code = Promise.all([fetchHeader(), fetchMarketsPage()]);
  if (config === undefined) draw();
  else {
    const page = queryClient.infiniteQuery(marketsQuery(config, requestOfAddress())).catch(() => undefined);
    void atMost(code, longestForCodeMs)
      .then(async () => atMost(page, longestForPageMs))
      .then(draw);
  }
} else draw();
