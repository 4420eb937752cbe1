// For a page that came without a configuration: loads it, then shows the dashboard; until then its frame, and a failure screen
// when it does not come.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { App } from "../../App.tsx";
import { configurationQuery, DashboardConfigContext } from "../../queries/configuration.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { Failure } from "../status/failure.tsx";

/** Waits between automatic attempts, in ms: soon at first, then less and less often. */
const retryWaitsMs = [2_000, 5_000, 15_000, 30_000, 60_000] as const;

/** Failures that pass by themselves. A refused key or an unreadable answer needs a person. */
function mayPass(error: unknown): boolean {
  return !(error instanceof LoadError) || !["key-refused", "unreadable", "refused"].includes(error.kind);
}

/** How long to wait after the n-th failure, in ms; the service's own word on it comes first. */
function waitAfter(error: unknown, failures: number): number {
  const given = error instanceof LoadError ? error.retryAfterMs : undefined;
  return given ?? retryWaitsMs[Math.min(failures, retryWaitsMs.length) - 1] ?? 60_000;
}

export function UnconfiguredApp(): ReactNode {
  const config = useQuery(configurationQuery);
  const [stopped, setStopped] = useState(false);
  const { error, refetch, errorUpdatedAt, errorUpdateCount } = config;
  const nextRetryAt =
    error === null || stopped || !mayPass(error)
      ? undefined
      : errorUpdatedAt + waitAfter(error, errorUpdateCount);

  useEffect(() => {
    if (nextRetryAt === undefined) return undefined;
    const again = (): void => void refetch();
    const timer = setTimeout(again, Math.max(0, nextRetryAt - Date.now()));
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [nextRetryAt, refetch]);

  if (config.data !== undefined)
    return (
      <DashboardConfigContext value={config.data}>
        <App />
      </DashboardConfigContext>
    );
  return (
    <LiveRegionProvider>
      <div className="flex h-dvh flex-col">
        <header className="flex h-11 shrink-0 items-center border-b border-line2 bg-surface px-4">
          <h1 className="text-[14px] font-semibold">Yieldboard</h1>
        </header>
        <main className="flex min-h-0 flex-1 flex-col overflow-auto bg-surface">
          {error === null ? (
            <p className="p-6 text-text2" aria-live="polite">
              Loading…
            </p>
          ) : (
            <Failure
              attempt={{
                error,
                nextRetryAt,
                retry: () => {
                  setStopped(false);
                  void refetch();
                },
                stopRetrying: () => setStopped(true),
              }}
              what="The dashboard's configuration"
            />
          )}
        </main>
      </div>
    </LiveRegionProvider>
  );
}
