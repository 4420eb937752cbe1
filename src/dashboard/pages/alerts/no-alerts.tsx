import type { ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";

/** Why there are no alerts, and which variable of the service turns them on. */
export function NoAlerts(): ReactNode {
  const { record } = useDashboardConfig();
  return (
    <p>
      {record === undefined
        ? "Alerts need the record: the service judges rules by it, and STORE=off turns it off."
        : "Alerts are turned off: ALERT_KEYS of the service is 0."}
    </p>
  );
}
