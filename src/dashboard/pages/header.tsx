// The bar on top of every page: where one is, how the data is, and the few things that are about the whole dashboard.
import { CircleQuestionMark, Menu as MenuIcon, Moon, RefreshCw, Search, Sun } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { usePicks } from "../data/picks.ts";
import { usePreferences } from "../data/preferences.ts";
import { formatCount } from "../format/number.ts";
import { IconButton } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useAnnounce } from "../ui/live-region.tsx";
import { useIsPhone, useMediaQuery } from "../ui/media-query.ts";
import { Menu } from "../ui/menu.tsx";
import { compareHref } from "./compare-href.ts";
import { DataStatus } from "./data-status.tsx";
import { usePublishedWalk } from "./published-walk.tsx";
import { focusSearch } from "./focus-search.ts";
import { nextTheme } from "./theme.ts";

const helpDialog = lazyPart(async () => (await import("../table/help-dialog.tsx")).HelpDialog);

export function Header(): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  const phone = useIsPhone();
  const [path] = useLocation();
  const showsData = path === "/" || /^\/(?:markets\/|compare$|matrix$)/.test(path);
  const openHelp = (): void => setHelpOpen(true);
  return (
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line2 bg-surface px-4 print:hidden">
      <Link
        href="/"
        className="flex shrink-0 items-center gap-2 rounded-item text-[14px] font-semibold text-text"
      >
        <Mark />
        <span className="max-[359.98px]:sr-only">Yieldboard</span>
      </Link>
      {phone ? null : <Navigation />}
      <div className="ml-auto flex min-w-0 items-center gap-1">
        {showsData ? <DataStatus /> : null}
        {phone ? <PhoneTools onHelp={openHelp} /> : <DesktopTools onHelp={openHelp} />}
      </div>
      {helpOpen ? <helpDialog.Part onClose={() => setHelpOpen(false)} /> : null}
    </header>
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

interface Place {
  readonly href: string;
  readonly path: string;
  readonly label: string;
  readonly count?: number;
}

function usePlaces(): readonly Place[] {
  const { picks } = usePicks();
  return [
    { href: "/", path: "/", label: "Markets" },
    { href: compareHref(picks), path: "/compare", label: "Compare", count: picks.length },
    { href: "/matrix", path: "/matrix", label: "Matrix" },
  ];
}

function Navigation(): ReactNode {
  const [path] = useLocation();
  const places = usePlaces();
  return (
    <nav aria-label="Main" className="ml-6 flex h-full items-stretch gap-5 lg:ml-[108px] lg:gap-6">
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

function DesktopTools({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const walk = usePublishedWalk();
  const theme = useThemeSwitch();
  return (
    <>
      {walk === undefined ? null : (
        <IconButton
          label="Refresh"
          className="ml-1"
          disabled={walk.refreshing}
          onClick={walk.refresh}
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
        />
      )}
      <IconButton
        label="Theme"
        title={theme.hint}
        onClick={theme.change}
        icon={
          theme.shown === "dark" ? (
            <Moon aria-hidden="true" className="size-4" />
          ) : (
            <Sun aria-hidden="true" className="size-4" />
          )
        }
      />
      <IconButton
        label="Help"
        title="Help and keyboard (?)"
        onClick={onHelp}
        icon={<CircleQuestionMark aria-hidden="true" className="size-4" />}
      />
    </>
  );
}

function PhoneTools({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const [path, go] = useLocation();
  const places = usePlaces();
  const walk = usePublishedWalk();
  const theme = useThemeSwitch();
  return (
    <>
      {path === "/" ? (
        <IconButton
          label="Search"
          onClick={focusSearch}
          icon={<Search aria-hidden="true" className="size-[18px]" />}
        />
      ) : null}
      <Menu
        label="Menu"
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text2 hover:bg-hover pointer-coarse:size-11"
        items={[
          ...places.map((place) => ({
            key: place.path,
            label:
              place.count === undefined || place.count === 0
                ? place.label
                : `${place.label} ${formatCount(place.count).text}`,
            onSelect: () => go(place.href),
          })),
          ...(walk === undefined
            ? []
            : [{ key: "refresh", label: "Refresh", parted: true, onSelect: walk.refresh }]),
          {
            key: "theme",
            label: "Theme",
            parted: walk === undefined,
            hint: theme.hint,
            onSelect: theme.change,
          },
          { key: "help", label: "Help", onSelect: onHelp },
        ]}
      >
        <MenuIcon aria-hidden="true" className="size-[18px]" />
      </Menu>
    </>
  );
}

function useThemeSwitch(): {
  readonly shown: "light" | "dark";
  readonly hint: string;
  readonly change: () => void;
} {
  const [{ theme }, setPreferences] = usePreferences();
  const announce = useAnnounce();
  const systemDark = useMediaQuery("(prefers-color-scheme: dark)");
  const shown = theme === "system" ? (systemDark ? "dark" : "light") : theme;
  return {
    shown,
    hint: `Theme: ${theme === "system" ? `system, now ${shown}` : theme}`,
    change: () => {
      const next = nextTheme(theme, systemDark ? "dark" : "light");
      setPreferences({ theme: next });
      announce(`Theme: ${next}.`);
    },
  };
}
