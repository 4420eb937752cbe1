import type { ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { Problem } from "../../ui/marks/problem.tsx";

/** Shown instead of what needs the record, if the service keeps none. */
export function NoRecord(): ReactNode {
  return (
    <Problem size="page" error={{ kind: "no-record" }} className="px-0">
      {["STORE=file:data/yieldboard.db", "STORE=postgres://user@host/yieldboard"].map((setting) => (
        <code
          key={setting}
          className="my-2 block w-fit bg-track wrap-anywhere px-2 py-1 text-small text-text"
        >
          {setting}
        </code>
      ))}
      Use a file for one instance, Postgres for several. Earlier history stays unknown.
    </Problem>
  );
}

/** Explains why there are no alerts, and which variable of the service turns them on. */
export function NoAlerts(): ReactNode {
  const { record } = useDashboardConfig();
  return record === undefined ? (
    <NoRecord />
  ) : (
    <p>Alerts are turned off: the service sets ALERT_KEYS to 0.</p>
  );
}
