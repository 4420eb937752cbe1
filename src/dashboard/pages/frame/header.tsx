import { useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routeOf, routes } from "../../../contract/routes.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { DemoStrip } from "../status/demo-strip.tsx";
import { useIsPhone, useMediaQuery } from "../../ui/page/media-query.ts";
import { freshListHref, useViewState } from "../../view-state/use-view-state.ts";
import { LazyHelpDialog } from "../../list/help/lazy-help-dialog.tsx";
import type { DataStatusProps } from "../status/data-state.ts";
import { DataStatus } from "../status/data-status.tsx";
import { useRefresh } from "../status/use-refresh.ts";
import { useCurrentMarkets } from "./current-markets.ts";
import { useNavLinks } from "./nav-links.ts";
import { Bell, CircleQuestionMark, Moon, RefreshCw, Sun, Menu as MenuIcon } from "lucide-react";
import { storedUnread } from "../../data/alerts/alert-marks.ts";
import { useStoredValue } from "../../data/storage/stored-value.ts";
import { useTheme, type Theme } from "../../data/storage/preferences.ts";
import { IconButton } from "../../ui/fields/button.tsx";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useOnline } from "../../ui/page/network/online.ts";

export function Header({ isPageMissing }: { readonly isPageMissing: boolean }): ReactNode {
  const [helpOpen, setHelpOpen] = useState(false);
  const phone = useIsPhone();
  // Wide enough for links, demo strip and tools. The strip's classes use the same width.
  const isWide = useMediaQuery("(min-width: 1280px)");
  const [path] = useLocation();
  const route = routeOf(path);
  const state = useViewState();
  const result = useCurrentMarkets();
  const onRefresh = useRefresh(result);
  const online = useOnline();
  // A missing page requests no data, so "Loading" would never end.
  const hasState = result !== undefined || !online || !isPageMissing;
  const showsData = route !== undefined && routes[route].showsData && hasState;
  const tools = { result, onRefresh, showsData, onHelp: () => setHelpOpen(true) };
  return (
    <>
      <header className="flex h-11 pointer-coarse:h-[52px] low:h-11 shrink-0 items-center gap-2 border-b border-line2 bg-surface px-4 print:hidden">
        <Link
          href={freshListHref(state)}
          className="flex shrink-0 items-center gap-2 rounded-item text-[14px] font-semibold text-text pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <rect x="0" y="1" width="16" height="4" rx="1" className="fill-text2" />
            <rect x="0" y="6.5" width="11" height="4" rx="1" className="fill-text3" />
            <rect x="0" y="12" width="7" height="3.5" rx="1" className="fill-text" />
          </svg>
          <span className="max-[359.98px]:sr-only md:max-[899.98px]:sr-only">Yieldboard</span>
        </Link>
        {phone ? null : <Navigation />}
        {phone || isWide ? <DemoStrip /> : null}
        {/* Where links fit, the data status shrinks before they do. */}
        <div className="ml-auto flex min-w-0 items-center gap-1 lg:shrink-[99]">
          {showsData ? <DataStatus result={result} onRefresh={onRefresh} /> : null}
          {phone ? <PhoneTools {...tools} /> : <DesktopTools {...tools} />}
        </div>
        {helpOpen ? <LazyHelpDialog onClose={() => setHelpOpen(false)} /> : null}
      </header>
      {isWide || phone ? null : <DemoStrip />}
    </>
  );
}

function Navigation(): ReactNode {
  const [path] = useLocation();
  const links = useNavLinks();
  return (
    <nav
      aria-label="Main"
      className="ml-2 flex h-full min-w-0 items-stretch gap-2.5 overflow-x-auto [scrollbar-width:none] lg:ml-6 lg:gap-5 min-[1440px]:ml-[108px] min-[1440px]:gap-6"
    >
      {links.map((link) => (
        <Link
          key={link.path}
          href={link.href}
          aria-current={path === link.path ? "page" : undefined}
          className={classNames(
            "flex shrink-0 items-center gap-2 border-y-2 border-t-transparent text-body font-medium transition-colors",
            path === link.path || path.startsWith(`${link.path}/`)
              ? "border-b-text text-text"
              : "border-b-transparent text-text2 hover:text-text",
          )}
        >
          {link.label}
          {link.count === 0 ? null : (
            <span className="rounded-full bg-pressed px-1.5 text-tiny leading-4 text-text">
              {formatCount(link.count).text}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

interface ToolsProps extends DataStatusProps {
  /** Shows the refresh button before markets arrive, so that nothing moves. */
  readonly showsData: boolean;
  readonly onHelp: () => void;
}

function DesktopTools({ result, onRefresh, showsData, onHelp }: ToolsProps): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const unread = useStoredValue(storedUnread);
  const count = unread > 99 ? "99+" : formatCount(unread).text;
  const theme = useThemeSwitch();
  const ThemeIcon = theme.shown === "dark" ? Moon : Sun;
  return (
    <>
      <Link
        href={hrefTo(routes.alerts.path, search)}
        aria-label={unread === 0 ? "Alerts" : `Alerts, ${count} unread`}
        title="Alerts"
        aria-current={path === routes.alerts.path ? "page" : undefined}
        className="relative ml-1 inline-flex size-7 shrink-0 items-center justify-center rounded-control text-text2 transition-colors hover:bg-hover hover:text-text aria-[current]:bg-selected aria-[current]:text-text pointer-coarse:size-11"
      >
        <Bell className="size-4" />
        {unread === 0 ? null : (
          <span
            aria-hidden="true"
            className="absolute -top-1 -right-1 min-w-4 rounded-full bg-fill px-1 text-center text-tiny leading-4 font-semibold text-white"
          >
            {count}
          </span>
        )}
      </Link>
      {showsData ? (
        <IconButton
          label="Refresh"
          aria-disabled={result === undefined || result.refreshing}
          onClick={onRefresh}
          icon={<RefreshCw className="size-4" />}
        />
      ) : null}
      <IconButton
        label="Theme"
        title={theme.hint}
        onClick={theme.change}
        icon={<ThemeIcon className="size-4" />}
      />
      <IconButton
        label="Help"
        title="Help and keyboard (?)"
        onClick={onHelp}
        icon={<CircleQuestionMark className="size-4" />}
      />
    </>
  );
}

function PhoneTools({ result, onRefresh, onHelp }: ToolsProps): ReactNode {
  const [path, go] = useLocation();
  const theme = useThemeSwitch();
  const unread = useStoredValue(storedUnread);
  const { path: alerts } = routes.alerts;
  const alertsLink = { path: alerts, label: "Alerts", href: hrefTo(alerts, useSearch()), count: unread };
  return (
    <nav aria-label="Main" className="contents">
      <Menu
        label="Menu"
        className="relative inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text2 hover:bg-hover pointer-coarse:size-11"
        items={[
          ...[...useNavLinks(), alertsLink].map(({ path: to, label, href, count }) => ({
            key: to,
            label: count === 0 ? label : `${label} ${formatCount(count).text}`,
            current: path === to || path.startsWith(`${to}/`),
            onSelect: () => go(href),
          })),
          ...(result === undefined
            ? []
            : [{ key: "refresh", label: "Refresh", hasSeparator: true, onSelect: onRefresh }]),
          {
            key: "theme",
            label: "Theme",
            hasSeparator: result === undefined,
            hint: theme.hint,
            onSelect: theme.change,
          },
          { key: "help", label: "Help", onSelect: onHelp },
        ]}
      >
        <MenuIcon className="size-[18px]" />
        {unread === 0 ? null : (
          <span
            aria-hidden="true"
            className="absolute top-1.5 right-1.5 size-2 pointer-coarse:top-2.5 pointer-coarse:right-2.5 rounded-full bg-fill"
          />
        )}
      </Menu>
    </nav>
  );
}

function useThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const announce = useAnnounce();
  const system = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const shown = theme === "system" ? system : theme;
  return {
    shown,
    hint: `Theme: ${theme === "system" ? `system, now ${shown}` : theme}`,
    change: (): void => {
      const next = nextTheme(theme, system);
      setTheme(next);
      announce(`Theme: ${next}.`);
    },
  };
}

/** The first press chooses the opposite of `system`, so that it always changes something. */
export function nextTheme(theme: Theme, system: "light" | "dark"): Theme {
  const opposite = system === "dark" ? "light" : "dark";
  if (theme === "system") return opposite;
  return theme === opposite ? system : "system";
}
