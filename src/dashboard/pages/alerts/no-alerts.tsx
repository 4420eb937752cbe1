import type { ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { NoRecord } from "../record/no-record.tsx";

/** Explains why there are no alerts, and which variable of the service turns them on. */
export function NoAlerts(): ReactNode {
  const { record } = useDashboardConfig();
  return record === undefined ? (
    <NoRecord />
  ) : (
    <p>Alerts are turned off: the service sets ALERT_KEYS to 0.</p>
  );
}
