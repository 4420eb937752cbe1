// The first code that runs. It requests the first page of the list while the rest of the program is still loading, so it must stay small.
import { dashboardConfigElementId, routeOf } from "../contract/routes.ts";
import { readStoredJson } from "./data/kept/stored-value.ts";
import { callEarly, marketsUrl } from "./queries/service-call.ts";
import { requestOfAddress } from "./view-state/request-of-state.ts";
import "./main.css";

/** The key in the page's configuration, read without its schema, which loads later. */
function readPageKey(): string | undefined {
  const config = readStoredJson(document.getElementById(dashboardConfigElementId)?.textContent ?? "");
  const key: unknown =
    typeof config === "object" && config !== null ? Reflect.get(config, "clientKey") : undefined;
  return typeof key === "string" ? key : undefined;
}

if (routeOf(window.location.pathname) === "markets") {
  const key = readPageKey();
  if (key !== undefined) callEarly(marketsUrl(requestOfAddress()), key);
}
void import("./main.tsx");
