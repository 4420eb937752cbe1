// The pages of the dashboard: the one list that the program in the browser routes by, that its navigation is made of, and by
// which the service knows which addresses to answer with the page when they are opened or loaded again.

interface Route {
  /** A last segment that begins with a colon stands for any text. */
  readonly path: string;
  /** What the navigation calls it; a page without a label is reached from others. */
  readonly label?: string;
  /** Whether it loads markets, so that the header tells how the data is. */
  readonly showsData: boolean;
  /** Whether it is of use only where the service keeps a record: elsewhere the navigation leaves it out, and it says how to keep one. */
  readonly needsRecord?: boolean;
}

const list = {
  markets: { path: "/", label: "Markets", showsData: true },
  market: { path: "/markets/:id", showsData: true },
  compare: { path: "/compare", label: "Compare", showsData: true },
  matrix: { path: "/matrix", label: "Matrix", showsData: true },
  overview: { path: "/overview", label: "Overview", showsData: true },
  portfolio: { path: "/portfolio", label: "Portfolio", showsData: true },
  assets: { path: "/assets", label: "Assets", showsData: true },
  asset: { path: "/assets/:id", showsData: true },
  changes: { path: "/changes", label: "Changes", showsData: true, needsRecord: true },
  quality: { path: "/quality", showsData: true },
  alerts: { path: "/alerts", showsData: true },
  action: { path: "/action", showsData: false },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteId = keyof typeof list;

export const routes: Readonly<Record<RouteId, Route>> = list;

/**
 * The path of a market's page; ids hold dots and may hold anything else. Half a surrogate pair cannot be encoded at all and
 * becomes a replacement character.
 */
export function marketPath(id: string): string {
  const wellFormed = id.replaceAll(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "\uFFFD",
  );
  return `/markets/${encodeURIComponent(wellFormed)}`;
}

function isRouteId(id: string): id is RouteId {
  return Object.hasOwn(list, id);
}

/** All pages, in the order of the navigation. */
export const routeIds: readonly RouteId[] = Object.keys(list).filter(isRouteId);

/** Addresses that people type or write down, and where what they name stands: a view of the list, or a part of a page. */
const shortcuts: ReadonlyMap<string, string> = new Map([
  ["/borrow", "/?view=borrow"],
  ["/loops", "/?view=loop"],
  // How to split one's money is a part of the comparison.
  ["/plan", routes.compare.path],
]);

/** Where an address that is no page leads to, with what was asked for there; undefined for all others. */
export function shortcutOf(pathname: string, query: string): string | undefined {
  const to = shortcuts.get(pathname.replace(/\/$/, ""));
  return to === undefined || query === "" ? to : `${to}${to.includes("?") ? "&" : "?"}${query}`;
}

/** The page an address leads to; a slash at the end makes no difference. */
export function routeOf(pathname: string): RouteId | undefined {
  const asked = pathname.replace(/(?<=.)\/$/, "");
  return routeIds.find((id) => {
    const [start = "", parameter] = routes[id].path.split(":");
    return parameter === undefined ? asked === start : asked.startsWith(start) && asked.length > start.length;
  });
}

/**
 * The id of the `<script type="application/json">` with the dashboard's configuration, in pages that the service sends. A page from
 * another server has none.
 */
export const dashboardConfigElementId = "dashboard-config";
