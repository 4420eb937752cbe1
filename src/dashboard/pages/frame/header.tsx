// The bar on top of every page: where one is, how the data is, and the few things that are about the whole dashboard.
import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routeOf, routes } from "../../../contract/routes.ts";
import { formatCount } from "../../format/number.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { phoneQuery, useIsPhone } from "../../ui/page/media-query.ts";
import { freshState, useViewState, viewStateHref } from "../../view-state/use-view-state.ts";
import { DemoStrip } from "./demo-strip.tsx";
import { usePlaces } from "./places.ts";

const dataStatus = lazyPart(
  async () => (await import("../status/data-status.tsx")).DataStatus,
  <span className="h-8 w-40 rounded-control border border-line2" />,
);
// As wide as the button to come.
const phoneTools = lazyPart(
  async () => (await import("../markets/tools/phone-tools.tsx")).PhoneTools,
  <span className="h-9 w-9 shrink-0 pointer-coarse:w-11" />,
);
// As wide as the buttons to come.
const desktopTools = lazyPart(
  async () => (await import("./desktop-tools.tsx")).DesktopTools,
  <span className="h-7 w-24 shrink-0" />,
);
const helpDialog = lazyPart(async () => (await import("../../list/help/help-dialog.tsx")).HelpDialog);

/** Fetches the code of what the header shows. Never rejects. */
export async function fetchHeader(): Promise<void> {
  const tools = matchMedia(phoneQuery).matches ? phoneTools : desktopTools;
  await Promise.all([dataStatus.fetched(), tools.fetched()]);
}

export function Header(): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  const phone = useIsPhone();
  const [path] = useLocation();
  const route = routeOf(path);
  const showsData = route !== undefined && routes[route].showsData;
  const [state] = useViewState();
  const openHelp = (): void => setHelpOpen(true);
  return (
    <>
      <header className="flex h-11 pointer-coarse:h-[52px] shrink-0 items-center gap-2 border-b border-line2 bg-surface px-4 print:hidden">
        <Link
          href={viewStateHref("/", freshState(state))}
          className="flex shrink-0 items-center gap-2 rounded-item text-[14px] font-semibold text-text"
        >
          <Mark />
          <span className="max-[359.98px]:sr-only">Yieldboard</span>
        </Link>
        {phone ? null : (
          <>
            <Navigation />
            <DemoStrip />
          </>
        )}
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {showsData ? <dataStatus.Part /> : null}
          {phone ? (
            <phoneTools.Part onHelp={openHelp} />
          ) : (
            <desktopTools.Part showsData={showsData} onHelp={openHelp} />
          )}
        </div>
        {helpOpen ? <helpDialog.Part onClose={() => setHelpOpen(false)} /> : null}
      </header>
      {phone ? <DemoStrip /> : null}
    </>
  );
}

/** Three bars, a list in order. */
function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
      <rect x="0" y="1" width="16" height="4" rx="1" className="fill-text2" />
      <rect x="0" y="6.5" width="11" height="4" rx="1" className="fill-text3" />
      <rect x="0" y="12" width="7" height="3.5" rx="1" className="fill-text" />
    </svg>
  );
}

function Navigation(): ReactNode {
  const [path] = useLocation();
  const places = usePlaces();
  return (
    <nav
      aria-label="Main"
      className="ml-2 flex h-full items-stretch gap-3.5 lg:ml-6 lg:gap-5 xl:ml-[108px] xl:gap-6"
    >
      {places.map((place) => (
        <Link
          key={place.path}
          href={place.href}
          aria-current={path === place.path ? "page" : undefined}
          className={classNames(
            "flex items-center gap-2 border-y-2 border-t-transparent text-body font-medium transition-colors",
            path === place.path
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
