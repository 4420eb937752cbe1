import { Bell, CircleQuestionMark, Moon, RefreshCw, Sun, Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routes } from "../../../contract/routes.ts";
import { useUnreadAlerts } from "../../data/alerts/alert-marks.ts";
import { usePreferences, type Theme } from "../../data/storage/preferences.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { IconButton } from "../../ui/fields/button.tsx";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { Menu } from "../../ui/overlay/menu.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useMediaQuery } from "../../ui/page/media-query.ts";
import { useNavLinks } from "./nav-links.ts";

export function DesktopTools({
  result,
  showsData,
  onHelp,
}: {
  readonly result: MarketsResult | undefined;
  /** Shows the refresh button before markets arrive, so that nothing moves. */
  readonly showsData: boolean;
  readonly onHelp: () => void;
}): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const unread = useUnreadAlerts();
  const count = unread > 99 ? "99+" : formatCount(unread).text;
  const theme = useThemeSwitch();
  const ThemeIcon = theme.shown === "dark" ? Moon : Sun;
  return (
    <>
      <Link
        href={hrefTo(routes.alerts.path, search)}
        aria-label={unread === 0 ? "Alerts" : `Alerts, ${count} new`}
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
          onClick={() => {
            if (result?.refreshing === false) result.refresh();
          }}
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

export function PhoneTools({
  result,
  onHelp,
}: {
  readonly result: MarketsResult | undefined;
  readonly onHelp: () => void;
}): ReactNode {
  const [path, go] = useLocation();
  const theme = useThemeSwitch();
  const unread = useUnreadAlerts();
  const { path: alerts } = routes.alerts;
  const alertsPlace = { path: alerts, label: "Alerts", href: hrefTo(alerts, useSearch()), count: unread };
  return (
    <nav aria-label="Main" className="contents">
      <Menu
        label="Menu"
        className="relative inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text2 hover:bg-hover pointer-coarse:size-11"
        items={[
          ...[...useNavLinks(), alertsPlace].map(({ path: to, label, href, count }) => ({
            key: to,
            label: count === 0 ? label : `${label} ${formatCount(count).text}`,
            current: path === to || path.startsWith(`${to}/`),
            onSelect: () => go(href),
          })),
          ...(result === undefined
            ? []
            : [{ key: "refresh", label: "Refresh", parted: true, onSelect: result.refresh }]),
          {
            key: "theme",
            label: "Theme",
            parted: result === undefined,
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
  const [{ theme }, setPreferences] = usePreferences();
  const announce = useAnnounce();
  const system = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const shown = theme === "system" ? system : theme;
  return {
    shown,
    hint: `Theme: ${theme === "system" ? `system, now ${shown}` : theme}`,
    change: (): void => {
      const next = nextTheme(theme, system);
      setPreferences({ theme: next });
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
