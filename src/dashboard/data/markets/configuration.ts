// What the service tells the dashboard before anything else: whose markets these are, and the key to ask with.
import { createContext, useContext } from "react";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import type { Millis } from "../../../contract/units.ts";
import { sourceTime } from "../clock.ts";
import { loadJson } from "./markets-client.ts";
import { parseDashboardConfig } from "./page-config.ts";
import { apiBase } from "./service-call.ts";

/** Given by the application once the configuration is loaded. */
export const DashboardConfigContext = createContext<DashboardConfig | undefined>(undefined);

/** The configuration of the service. */
export function useDashboardConfig(): DashboardConfig {
  const config = useContext(DashboardConfigContext);
  if (config === undefined) throw new Error("useDashboardConfig is used outside DashboardConfigContext.");
  return config;
}

/**
 * Loads GET /api/dashboard, which needs no key.
 * @throws LoadError with page 0, or the signal's reason when the signal aborts
 */
export async function loadDashboardConfig(signal?: AbortSignal): Promise<DashboardConfig> {
  return loadJson({ url: `${apiBase}/dashboard`, page: 0, signal }, parseDashboardConfig);
}

/** The markets' present, in milliseconds since the epoch. */
export function sourceNow(config: DashboardConfig): Millis {
  return sourceTime(config, Date.now());
}

/** A moment of the browser's clock, as `useNow` has it, in the markets' time. */
export function useSourceTime(browserTime: number): Millis {
  return sourceTime(useContext(DashboardConfigContext), browserTime);
}
