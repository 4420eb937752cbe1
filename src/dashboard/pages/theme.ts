// Which theme is shown, and which comes next when the switch is pressed.
import type { Theme } from "../data/preferences.ts";

/** What a theme looks like now: the system's may be either. */
export function shownTheme(theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * The first press from `system` goes to the opposite of what is shown, so that something always changes; the second to the
 * other, the third back to `system`.
 */
export function nextTheme(theme: Theme): Theme {
  const system = shownTheme("system");
  const opposite = system === "dark" ? "light" : "dark";
  if (theme === "system") return opposite;
  return theme === opposite ? system : "system";
}
