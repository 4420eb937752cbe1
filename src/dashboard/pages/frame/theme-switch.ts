// The theme that is shown, and the step to the next.
import { usePreferences } from "../../data/kept/preferences.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useMediaQuery } from "../../ui/page/media-query.ts";
import { nextTheme } from "./theme.ts";

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
