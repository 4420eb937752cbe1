// The static part of the header. The build renders it into index.html, to be seen before any code has run; the header is made
// of the same parts, so that nothing moves when it takes over.
import type { ReactNode } from "react";
import { routeIds, routes } from "../../../contract/routes.ts";

export const barClass =
  "flex h-11 pointer-coarse:h-[52px] low:h-11 shrink-0 items-center gap-2 border-b border-line2 bg-surface px-4 print:hidden";
export const brandClass =
  "flex shrink-0 items-center gap-2 rounded-item text-[14px] font-semibold text-text pointer-coarse:min-h-11 pointer-coarse:min-w-11";
export const placesClass =
  "ml-2 flex h-full min-w-0 items-stretch gap-2.5 overflow-x-auto [scrollbar-width:none] lg:ml-6 lg:gap-5 min-[1440px]:ml-[108px] min-[1440px]:gap-6";
export const placeClass =
  "flex shrink-0 items-center gap-2 border-y-2 border-t-transparent text-body font-medium transition-colors";
export const toolsClass = "ml-auto flex min-w-0 items-center gap-1";

export function Brand(): ReactNode {
  return (
    <>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
        <rect x="0" y="1" width="16" height="4" rx="1" className="fill-text2" />
        <rect x="0" y="6.5" width="11" height="4" rx="1" className="fill-text3" />
        <rect x="0" y="12" width="7" height="3.5" rx="1" className="fill-text" />
      </svg>
      <span className="max-[359.98px]:sr-only">Yieldboard</span>
    </>
  );
}

export const statusPlace = <span className="h-8 w-20 rounded-control md:w-40 md:border md:border-line2" />;
// As wide as the button to come.
export const phoneToolsPlace = <span className="h-9 w-9 shrink-0 pointer-coarse:w-11" />;
// As wide as the buttons to come.
export const desktopToolsPlace = <span className="h-7 w-32 shrink-0" />;

/** The header before the program: a picture of it, which leads nowhere and is not read out. */
export function HeaderPicture(): ReactNode {
  return (
    <div aria-hidden="true" className={barClass}>
      <span className={brandClass}>
        <Brand />
      </span>
      <span className={`max-md:hidden ${placesClass}`}>
        {routeIds.map((id) =>
          routes[id].label === undefined || routes[id].needsRecord === true ? null : (
            <span key={id} className={`border-b-transparent text-text2 ${placeClass}`}>
              {routes[id].label}
            </span>
          ),
        )}
      </span>
      <span className={toolsClass}>
        {statusPlace}
        <span className="contents md:hidden">{phoneToolsPlace}</span>
        <span className="contents max-md:hidden">{desktopToolsPlace}</span>
      </span>
    </div>
  );
}
