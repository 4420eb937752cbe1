// The configuration that came with the page.
import { dashboardConfigElementId, type DashboardConfig } from "../../../contract/dashboard-config.ts";
import { forms } from "../../../contract/plain/forms.ts";
import { plainCheck } from "../../../contract/plain/plain-check.ts";
import { readStoredJson } from "../kept/stored-value.ts";

const isDashboardConfig = plainCheck(forms.dashboardConfig);

/** Judges the body of GET /api/dashboard. @throws Error when it is no configuration */
export function parseDashboardConfig(body: unknown): DashboardConfig {
  if (!isDashboardConfig(body)) throw new Error("The answer is no configuration of a dashboard.");
  return body;
}

/** What the service has written into the page; undefined where somebody else serves it, or it is none we can read. */
export function readPageConfig(): DashboardConfig | undefined {
  const text = document.getElementById(dashboardConfigElementId)?.textContent;
  const config = readStoredJson(text ?? "");
  return isDashboardConfig(config) ? config : undefined;
}
