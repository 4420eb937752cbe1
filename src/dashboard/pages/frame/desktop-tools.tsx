// The header's tools where there is room for them side by side.
import { CircleQuestionMark, Moon, RefreshCw, Sun } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/fields/button.tsx";
import { usePublishedWalk } from "./published-walk.tsx";
import { useThemeSwitch } from "./theme-switch.ts";

export function DesktopTools({
  showsData,
  onHelp,
}: {
  /** Whether the page loads markets: its button has a place before the walk is known, so that nothing moves. */
  readonly showsData: boolean;
  readonly onHelp: () => void;
}): ReactNode {
  const walk = usePublishedWalk();
  const theme = useThemeSwitch();
  return (
    <>
      {showsData ? (
        <IconButton
          label="Refresh"
          className="ml-1"
          aria-disabled={walk === undefined || walk.refreshing}
          onClick={() => {
            if (walk?.refreshing === false) walk.refresh();
          }}
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
        />
      ) : null}
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
