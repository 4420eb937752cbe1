import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { problems } from "../../../contract/problems.ts";
import { App } from "../../App.tsx";
import { configurationQuery, DashboardConfigContext } from "../../queries/configuration.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

/** After the first failure, the second, and so on. */
const retryWaitsMs: readonly number[] = [2_000, 5_000, 15_000, 30_000];

export function UnconfiguredApp(): ReactNode {
  const { data, error: thrown, refetch, errorUpdatedAt, errorUpdateCount } = useQuery(configurationQuery);
  const [stopped, setStopped] = useState(false);
  const error =
    thrown === null || thrown instanceof LoadError
      ? thrown
      : new LoadError(0, { kind: "defect", message: thrown.stack });
  const nextRetryAt =
    error === null || stopped || problems[error.kind].retry === "manual"
      ? undefined
      : errorUpdatedAt + (error.retryAfterMs ?? retryWaitsMs[errorUpdateCount - 1] ?? 60_000);

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

  if (data !== undefined)
    return (
      <DashboardConfigContext value={data}>
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
            <Problem
              size="page"
              error={error}
              what="a configuration"
              nextRetryAt={nextRetryAt}
              retry={() => {
                setStopped(false);
                void refetch();
              }}
              stopRetrying={() => setStopped(true)}
            />
          )}
        </main>
      </div>
    </LiveRegionProvider>
  );
}
