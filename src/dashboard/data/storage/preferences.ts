// What this browser's visitor prefers on every page: the theme, and whether the data is refreshed by itself.
import { createStoredValue, readStoredJson, useStoredValue } from "./stored-value.ts";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

interface Preferences {
  readonly theme: Theme;
  /** Distance of automatic refreshes in milliseconds; undefined: only by hand. */
  readonly refreshIntervalMs: number | undefined;
}

/** Upstream refreshes its rates about every ten minutes: asking more often would bring the same. */
export const defaultRefreshIntervalMs = 10 * 60 * 1000;
const shortestIntervalMs = 30 * 1000;
const longestIntervalMs = 24 * 60 * 60 * 1000;

// The key and its plain text are what public/theme.js reads before the first paint.
const storedTheme = createStoredValue<Theme>(
  "yieldboard.theme",
  (text) => themes.find((theme) => theme === text) ?? "system",
  (theme) => (theme === "system" ? undefined : theme),
);

const storedInterval = createStoredValue<number | undefined>(
  "yieldboard.refresh",
  (text) => {
    if (text === "off") return undefined;
    const value = readStoredJson(text);
    return typeof value === "number" && value >= shortestIntervalMs && value <= longestIntervalMs
      ? value
      : defaultRefreshIntervalMs;
  },
  (interval) => (interval === undefined ? "off" : JSON.stringify(interval)),
);

/** The preferences, and a function that changes some of them. A new theme shows at once. */
export function usePreferences(): readonly [Preferences, (change: Partial<Preferences>) => void] {
  const theme = useStoredValue(storedTheme);
  const refreshIntervalMs = useStoredValue(storedInterval);
  return [{ theme, refreshIntervalMs }, changePreferences];
}

function changePreferences(change: Partial<Preferences>): void {
  if ("refreshIntervalMs" in change) storedInterval.set(change.refreshIntervalMs);
  if (change.theme !== undefined) {
    storedTheme.set(change.theme);
    showTheme();
  }
}

function showTheme(): void {
  const theme = storedTheme.get();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/**
 * Keeps the page in the preferred theme while the system or another tab changes it. Call once, when the application starts.
 * @returns a function that ends it
 */
export function followTheme(): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", showTheme);
  const unsubscribe = storedTheme.subscribe(showTheme);
  showTheme();
  return () => {
    system.removeEventListener("change", showTheme);
    unsubscribe();
  };
}
