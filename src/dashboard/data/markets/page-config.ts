// The configuration that came with the page.
import {
  dashboardConfigElementId,
  dashboardConfigSchema,
  type DashboardConfig,
} from "../../../contract/dashboard-config.ts";
import { readStoredJson } from "../kept/stored-value.ts";

/** What the service has written into the page; undefined where somebody else serves it, or it is none we can read. */
export function readPageConfig(): DashboardConfig | undefined {
  const text = document.getElementById(dashboardConfigElementId)?.textContent;
  return dashboardConfigSchema.safeParse(readStoredJson(text ?? "")).data;
}
