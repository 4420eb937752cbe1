import { Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { routes } from "../../../../contract/routes.ts";
import { useUnreadAlerts } from "../../../data/alerts/alert-marks.ts";
import { formatCount } from "../../../../domain/format/number.ts";
import type { MarketsResult } from "../../../queries/markets/use-markets.ts";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { hrefTo, useSearch } from "../../../view-state/address.ts";
import { useNavLinks } from "../../frame/nav-links.ts";
import { useThemeSwitch } from "../../frame/theme-switch.ts";

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
