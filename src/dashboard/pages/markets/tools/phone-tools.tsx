// The header's tools on a phone: what a wider screen shows side by side is in one menu.
import { Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { formatCount } from "../../../format/number.ts";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { usePlaces } from "../../frame/places.ts";
import { usePublishedWalk } from "../../frame/published-walk.tsx";
import { useThemeSwitch } from "../../frame/theme-switch.ts";

export function PhoneTools({ onHelp }: { readonly onHelp: () => void }): ReactNode {
  const [, go] = useLocation();
  const places = usePlaces();
  const walk = usePublishedWalk();
  const theme = useThemeSwitch();
  return (
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
  );
}
