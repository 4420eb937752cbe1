// GET /api/dashboard: the source and the client key. Usually inlined in the page.
import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { dashboardConfigSchema, type DashboardConfig } from "../../contract/dashboard-config.ts";
import { parseJson } from "../../contract/query-text.ts";
import { dashboardConfigElementId } from "../../contract/routes.ts";
import type { Millis } from "../../contract/units.ts";
import { sourceTime } from "../data/clock.ts";
import { applyConfig, fetchDashboardConfig, LoadError, mayHavePassed } from "./fetch-json.ts";
import { retryDelay } from "./query-client.ts";

export const DashboardConfigContext = createContext<DashboardConfig | undefined>(undefined);

export function useDashboardConfig(): DashboardConfig {
  const config = useContext(DashboardConfigContext);
  if (config === undefined) throw new Error("useDashboardConfig is used outside DashboardConfigContext.");
  return config;
}

export function readPageConfig(): DashboardConfig | undefined {
  const text = document.getElementById(dashboardConfigElementId)?.textContent;
  const config = dashboardConfigSchema.safeParse(parseJson(text ?? "")).data;
  if (config !== undefined) applyConfig(config);
  return config;
}

/** Never gives up, because without a configuration there is no page. */
export function configurationRetryDelay(failures: number, fault: Error): number {
  return Math.min(retryDelay(failures, fault), 60_000);
}

export const configurationQuery = queryOptions({
  queryKey: ["dashboard-config"],
  queryFn: ({ signal }) => fetchDashboardConfig(signal),
  retry: (_failures, fault) => fault instanceof LoadError && mayHavePassed(fault),
  retryDelay: configurationRetryDelay,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The source's time when the component was first rendered. */
export function useOpenedAt(): Millis {
  const [openedAt] = useState(() => sourceTime(Date.now()));
  return openedAt;
}
