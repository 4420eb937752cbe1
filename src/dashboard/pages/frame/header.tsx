// The bar on top of every page.
import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routeOf, routes } from "../../../contract/routes.ts";
import { formatCount } from "../../format/number.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { phoneQuery, useIsPhone, useMediaQuery } from "../../ui/page/media-query.ts";
import { freshState, useViewState, viewStateHref } from "../../view-state/use-view-state.ts";
import { DemoStrip } from "../status/demo-strip.tsx";
import {
  barClass,
  Brand,
  brandClass,
  desktopToolsPlace,
  phoneToolsPlace,
  placeClass,
  placesClass,
  statusPlace,
  toolsClass,
} from "./header-bar.tsx";
import { usePlaces } from "./places.ts";

const dataStatus = lazyPart(async () => (await import("../status/data-status.tsx")).DataStatus, statusPlace);
const phoneTools = lazyPart(
  async () => (await import("../markets/tools/phone-tools.tsx")).PhoneTools,
  phoneToolsPlace,
);
const desktopTools = lazyPart(
  async () => (await import("./desktop-tools.tsx")).DesktopTools,
  desktopToolsPlace,
);
const helpDialog = lazyPart(async () => (await import("../../list/help/help-dialog.tsx")).HelpDialog);

fetchLater(helpDialog);

/** Fetches the code of what the header shows. Never rejects. */
export async function fetchHeader(): Promise<void> {
  const tools = matchMedia(phoneQuery).matches ? phoneTools : desktopTools;
  await Promise.all([dataStatus.fetched(), tools.fetched()]);
}

/** Room in one line for every page, the demo's strip and the tools. The strip's own classes say the same. */
const roomyQuery = "(min-width: 1280px)";

export function Header(): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  const phone = useIsPhone();
  const roomy = useMediaQuery(roomyQuery);
  const [path] = useLocation();
  const route = routeOf(path);
  const showsData = route !== undefined && routes[route].showsData;
  const [state] = useViewState();
  const openHelp = (): void => setHelpOpen(true);
  return (
    <>
      <header className={barClass}>
        <Link href={viewStateHref("/", freshState(state))} className={brandClass}>
          <Brand />
        </Link>
        {phone ? (
          <DemoStrip short />
        ) : (
          <>
            <Navigation />
            {roomy ? <DemoStrip /> : null}
          </>
        )}
        <div className={toolsClass}>
          {showsData ? <dataStatus.Part /> : null}
          {phone ? (
            <phoneTools.Part onHelp={openHelp} />
          ) : (
            <desktopTools.Part showsData={showsData} onHelp={openHelp} />
          )}
        </div>
        {helpOpen ? <helpDialog.Part onClose={() => setHelpOpen(false)} /> : null}
      </header>
      {roomy || phone ? null : <DemoStrip />}
    </>
  );
}

function Navigation(): ReactNode {
  const [path] = useLocation();
  const places = usePlaces();
  return (
    <nav aria-label="Main" className={placesClass}>
      {places.map((place) => (
        <Link
          key={place.path}
          href={place.href}
          aria-current={path === place.path ? "page" : undefined}
          className={classNames(
            placeClass,
            // The page of one asset is in its list.
            path === place.path || path.startsWith(`${place.path}/`)
              ? "border-b-text text-text"
              : "border-b-transparent text-text2 hover:text-text",
          )}
        >
          {place.label}
          {place.count === undefined || place.count === 0 ? null : (
            <span className="rounded-full bg-pressed px-1.5 text-tiny leading-4 text-text">
              {formatCount(place.count).text}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
