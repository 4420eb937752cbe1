// The theme that is shown, and the step to the next.
import { usePreferences, type Theme } from "../../data/kept/preferences.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useMediaQuery } from "../../ui/page/media-query.ts";

export function useThemeSwitch(): {
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

/**
 * The first press from `system` goes to the opposite of what is shown, so that something always changes; the second to the
 * other, the third back to `system`.
 * @param system how the system's theme looks now
 */
export function nextTheme(theme: Theme, system: "light" | "dark"): Theme {
  const opposite = system === "dark" ? "light" : "dark";
  if (theme === "system") return opposite;
  return theme === opposite ? system : "system";
}
