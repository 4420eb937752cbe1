// The service reads this too, to serve the dashboard at these paths.
import { keysOf } from "./names/keys-of.ts";

interface Route {
  /** A last segment that begins with a colon matches any text. */
  readonly path: string;
  /** Pages without a label are not in the navigation. */
  readonly label?: string;
  /** The page loads markets, so the header shows the data status. */
  readonly showsData: boolean;
  /** The navigation hides the page if the service keeps no record. */
  readonly needsRecord?: boolean;
  /** The navigation hides the page if the source publishes no positions. */
  readonly needsPositions?: boolean;
}

const list = {
  markets: { path: "/", label: "Markets", showsData: true },
  market: { path: "/markets/:id", showsData: true },
  compare: { path: "/compare", label: "Compare", showsData: true },
  matrix: { path: "/matrix", label: "Matrix", showsData: true },
  overview: { path: "/overview", label: "Overview", showsData: true },
  portfolio: { path: "/portfolio", label: "Portfolio", showsData: true, needsPositions: true },
  assets: { path: "/assets", label: "Assets", showsData: true },
  asset: { path: "/assets/:id", showsData: true },
  changes: { path: "/changes", label: "Changes", showsData: true, needsRecord: true },
  quality: { path: "/quality", showsData: true },
  alerts: { path: "/alerts", showsData: true },
  action: { path: "/action", showsData: false },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteId = keyof typeof list;

export const routes: Readonly<Record<RouteId, Route>> = list;

export function marketPath(id: string): string {
  return `/markets/${encodeURIComponent(id.toWellFormed())}`;
}

export const routeIds: readonly RouteId[] = keysOf(list);

const shortcuts: ReadonlyMap<string, string> = new Map([
  ["/borrow", "/?view=borrow"],
  ["/loops", "/?view=loop"],
  ["/plan", routes.compare.path],
]);

/** Keeps the query. Undefined for paths that are no shortcut. */
export function shortcutOf(pathname: string, query: string): string | undefined {
  const to = shortcuts.get(pathname.replace(/\/$/, ""));
  return to === undefined || query === "" ? to : `${to}${to.includes("?") ? "&" : "?"}${query}`;
}

/** Ignores a trailing slash. */
export function routeOf(pathname: string): RouteId | undefined {
  const path = pathname.replace(/(?<=.)\/$/, "");
  return routeIds.find((id) => {
    const [start = "", parameter] = routes[id].path.split(":");
    return parameter === undefined ? path === start : path.startsWith(start) && path.length > start.length;
  });
}

/** Id of the script element with the configuration, in pages that the service sends. */
export const dashboardConfigElementId = "dashboard-config";
