// Which theme comes next when the switch is pressed.
import type { Theme } from "../../data/kept/preferences.ts";

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
