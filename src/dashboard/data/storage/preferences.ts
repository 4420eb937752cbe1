import { createStoredValue, readStoredJson, useStoredValue } from "./stored-value.ts";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

interface Preferences {
  readonly theme: Theme;
  readonly refreshIntervalMs: number | undefined;
}

/** Upstreams refresh about every ten minutes. */
export const defaultRefreshIntervalMs = 10 * 60 * 1000;
const shortestIntervalMs = 30 * 1000;
const longestIntervalMs = 24 * 60 * 60 * 1000;

// public/theme.js reads the same key and plain text before the first paint.
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
  // Forced colours have a palette of their own, which a theme cannot change.
  const theme = matchMedia("(forced-colors: active)").matches ? "system" : storedTheme.get();
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
}

/** Follows the system's theme and changes in other tabs. Returns a stop function. */
export function followTheme(): () => void {
  const abort = new AbortController();
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"])
    matchMedia(query).addEventListener("change", showTheme, { signal: abort.signal });
  const unsubscribe = storedTheme.subscribe(showTheme);
  showTheme();
  return () => {
    abort.abort();
    unsubscribe();
  };
}
