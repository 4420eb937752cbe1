import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routeOf, routes } from "../../../contract/routes.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useIsPhone, useMediaQuery } from "../../ui/page/media-query.ts";
import { freshState, useViewState, viewStateHref } from "../../view-state/use-view-state.ts";
import { LazyHelpDialog } from "../../list/help/lazy-help-dialog.tsx";
import { DesktopTools, PhoneTools } from "./header-tools.tsx";
import { DataStatus } from "../status/data-status.tsx";
import { DemoStrip } from "../status/demo-strip.tsx";
import { useCurrentMarkets } from "./current-markets.ts";
import { useNavLinks } from "./nav-links.ts";

export function Header(): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  const phone = useIsPhone();
  // Wide enough for links, demo strip and tools. The strip's classes use the same width.
  const roomy = useMediaQuery("(min-width: 1280px)");
  const [path] = useLocation();
  const route = routeOf(path);
  const records = useDashboardConfig().record !== undefined;
  // Pages of the record request no markets if nothing is recorded.
  const showsData =
    route !== undefined && routes[route].showsData && (records || routes[route].needsRecord !== true);
  const [state] = useViewState();
  const result = useCurrentMarkets();
  const openHelp = (): void => setHelpOpen(true);
  return (
    <>
      <header className="flex h-11 pointer-coarse:h-[52px] low:h-11 shrink-0 items-center gap-2 border-b border-line2 bg-surface px-4 print:hidden">
        <Link
          href={viewStateHref("/", freshState(state))}
          className="flex shrink-0 items-center gap-2 rounded-item text-[14px] font-semibold text-text pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <Brand />
        </Link>
        {phone ? null : <Navigation />}
        {phone || roomy ? <DemoStrip /> : null}
        <div className="ml-auto flex min-w-0 items-center gap-1">
          {showsData ? <DataStatus result={result} /> : null}
          {phone ? (
            <PhoneTools result={result} onHelp={openHelp} />
          ) : (
            <DesktopTools result={result} showsData={showsData} onHelp={openHelp} />
          )}
        </div>
        {helpOpen ? <LazyHelpDialog onClose={() => setHelpOpen(false)} /> : null}
      </header>
      {roomy || phone ? null : <DemoStrip />}
    </>
  );
}

function Navigation(): ReactNode {
  const [path] = useLocation();
  const places = useNavLinks();
  return (
    <nav
      aria-label="Main"
      className="ml-2 flex h-full min-w-0 items-stretch gap-2.5 overflow-x-auto [scrollbar-width:none] lg:ml-6 lg:gap-5 min-[1440px]:ml-[108px] min-[1440px]:gap-6"
    >
      {places.map((place) => (
        <Link
          key={place.path}
          href={place.href}
          aria-current={path === place.path ? "page" : undefined}
          className={classNames(
            "flex shrink-0 items-center gap-2 border-y-2 border-t-transparent text-body font-medium transition-colors",
            path === place.path || path.startsWith(`${place.path}/`)
              ? "border-b-text text-text"
              : "border-b-transparent text-text2 hover:text-text",
          )}
        >
          {place.label}
          {place.count === 0 ? null : (
            <span className="rounded-full bg-pressed px-1.5 text-tiny leading-4 text-text">
              {formatCount(place.count).text}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function Brand(): ReactNode {
  return (
    <>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
        <rect x="0" y="1" width="16" height="4" rx="1" className="fill-text2" />
        <rect x="0" y="6.5" width="11" height="4" rx="1" className="fill-text3" />
        <rect x="0" y="12" width="7" height="3.5" rx="1" className="fill-text" />
      </svg>
      <span className="max-[359.98px]:sr-only md:max-[899.98px]:sr-only">Yieldboard</span>
    </>
  );
}
