import { Bell, CircleQuestionMark, Moon, RefreshCw, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routes } from "../../../contract/routes.ts";
import { useUnreadAlerts } from "../../data/alerts/alert-marks.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { IconButton } from "../../ui/fields/button.tsx";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { useThemeSwitch } from "./theme-switch.ts";

// Created once, because every sort changes the URL and renders the link next to it.
const bell = <Bell className="size-4" />;
const refresh = <RefreshCw className="size-4" />;
const moon = <Moon className="size-4" />;
const sun = <Sun className="size-4" />;
const help = <CircleQuestionMark className="size-4" />;

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
  return (
    <>
      <Link
        href={hrefTo(routes.alerts.path, search)}
        aria-label={unread === 0 ? "Alerts" : `Alerts, ${count} new`}
        title="Alerts"
        aria-current={path === routes.alerts.path ? "page" : undefined}
        className="relative ml-1 inline-flex size-7 shrink-0 items-center justify-center rounded-control text-text2 transition-colors hover:bg-hover hover:text-text aria-[current]:bg-selected aria-[current]:text-text pointer-coarse:size-11"
      >
        {bell}
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
          icon={refresh}
        />
      ) : null}
      <IconButton
        label="Theme"
        title={theme.hint}
        onClick={theme.change}
        icon={theme.shown === "dark" ? moon : sun}
      />
      <IconButton label="Help" title="Help and keyboard (?)" onClick={onHelp} icon={help} />
    </>
  );
}
