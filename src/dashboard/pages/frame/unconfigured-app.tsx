import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { App } from "../../App.tsx";
import {
  configurationQuery,
  configurationRetryDelay,
  DashboardConfigContext,
} from "../../queries/configuration.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { Problem } from "../../ui/marks/problem.tsx";

export function UnconfiguredApp(): ReactNode {
  const { data, failureReason, failureCount, isFetching, refetch } = useQuery(configurationQuery);
  const error =
    failureReason === null || failureReason instanceof LoadError
      ? failureReason
      : new LoadError(0, { kind: "defect", message: failureReason.stack });
  const nextRetryAt =
    error === null || !isFetching ? undefined : error.at + configurationRetryDelay(failureCount - 1, error);

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
              retry={() => void refetch()}
            />
          )}
        </main>
      </div>
    </LiveRegionProvider>
  );
}
