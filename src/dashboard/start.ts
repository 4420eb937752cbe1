// The first code that runs. It asks for the first page of the list while the rest of the program is still on its way: what that
// takes is little and has nothing to do with drawing.
import { routeOf } from "../contract/routes.ts";
import { readPageConfig } from "./data/markets/page-config.ts";
import { callEarly, marketsUrl } from "./data/markets/service-call.ts";
import { requestOfAddress } from "./view-state/request-of-state.ts";
import "./main.css";

if (routeOf(window.location.pathname) === "markets") {
  const config = readPageConfig();
  if (config !== undefined) callEarly(marketsUrl(requestOfAddress()), config.clientKey);
}
void import("./main.tsx");
