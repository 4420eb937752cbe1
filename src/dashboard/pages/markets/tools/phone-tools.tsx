// The header's tools on a phone: what a wider screen shows side by side is in one menu.
import { Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { routes } from "../../../../contract/routes.ts";
import { useUnreadAlerts } from "../../../data/alerts/alert-marks.ts";
import { formatCount } from "../../../format/number.ts";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { hrefTo, useSearch } from "../../../view-state/address.ts";
import { usePlaces } from "../../frame/places.ts";
import { useCurrentMarkets } from "../../frame/current-markets.ts";
import { useThemeSwitch } from "../../frame/theme-switch.ts";

export function PhoneTools({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const [path, go] = useLocation();
  const places = usePlaces();
  const result = useCurrentMarkets();
  const theme = useThemeSwitch();
  const search = useSearch();
  const unread = useUnreadAlerts();
  return (
    <nav aria-label="Main" className="contents">
      <Menu
        label="Menu"
        className="relative inline-flex size-9 shrink-0 items-center justify-center rounded-control text-text2 hover:bg-hover pointer-coarse:size-11"
        items={[
          ...places.map((place) => ({
            key: place.path,
            label:
              place.count === undefined || place.count === 0
                ? place.label
                : `${place.label} ${formatCount(place.count).text}`,
            current: path === place.path || path.startsWith(`${place.path}/`),
            onSelect: () => go(place.href),
          })),
          {
            key: routes.alerts.path,
            label: unread === 0 ? "Alerts" : `Alerts ${formatCount(unread).text}`,
            current: path === routes.alerts.path,
            onSelect: () => go(hrefTo(routes.alerts.path, search)),
          },
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
        <MenuIcon aria-hidden="true" className="size-[18px]" />
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
