import { usePreferences, type Theme } from "../../data/storage/preferences.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useMediaQuery } from "../../ui/page/media-query.ts";

export function useThemeSwitch() {
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
