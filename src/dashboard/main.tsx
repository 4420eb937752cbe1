// The browser program: the configuration, which the service writes into the page or answers, then the dashboard.
import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, startTransition, StrictMode } from "react";
import { routeOf } from "../contract/routes.ts";
import { App } from "./App.tsx";
import { followTheme } from "./data/storage/preferences.ts";
import { preloadList } from "./pages/markets/markets-page.tsx";
import { DashboardConfigContext, readPageConfig } from "./queries/configuration.ts";
import { marketsQuery } from "./queries/markets/markets-query.ts";
import { createQueryClient } from "./queries/query-client.ts";
import { LoadBoundary } from "./ui/page/load-boundary.tsx";
import { requestOfAddress } from "./view-state/markets-request-of-view.ts";
import "./main.css";

const UnconfiguredApp = lazy(async () => ({
  default: (await import("./pages/frame/unconfigured-app.tsx")).UnconfiguredApp,
}));

/** How long the first render waits for the code of the list, so that nothing moves when a part arrives. */
const longestForCodeMs = 3000;
/** How long it then waits for the first page of markets: rendering once costs half of twice. */
const longestForPageMs = 300;

/** Resolves with the promise, or after this many milliseconds if it takes longer. */
async function atMost(promise: Promise<unknown> | undefined, ms: number): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))]);
}

async function start(): Promise<void> {
  const config = readPageConfig();
  const queryClient = createQueryClient();
  followTheme();
  const isList = config !== undefined && routeOf(window.location.pathname) === "markets";
  const firstPage = isList
    ? queryClient.infiniteQuery(marketsQuery(config, requestOfAddress())).catch(() => undefined)
    : undefined;
  if (isList) await atMost(preloadList(), longestForCodeMs);
  // In the file of React itself, but evaluated only here.
  const { createRoot } = await import("react-dom/client");
  const container = document.getElementById("root");
  if (container === null) throw new Error("index.html has no element with the id root.");
  const root = createRoot(container);
  await atMost(firstPage, longestForPageMs);
  // In short tasks, between which the browser can paint and answer.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          {config === undefined ? (
            <LoadBoundary>
              <UnconfiguredApp />
            </LoadBoundary>
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

// Evaluating the modules, this and React DOM are a task each: together they hold up a phone for a third of a second.
setTimeout(() => void start());
