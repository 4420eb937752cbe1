// Views of the list that the visitor named, kept in this browser. What is kept is an address: it says all that a view is.
import { useMemo } from "react";
import { createStoredValue, readStoredJson, useStoredValue } from "./stored-value.ts";

export interface SavedView {
  readonly name: string;
  /** The search part of the list's address, with its question mark; empty for the list as it opens. */
  readonly search: string;
}

export const maximumSavedViews = 50;
export const longestViewName = 60;
const longestSearch = 8_000;

const storedViews = createStoredValue<readonly SavedView[]>("yieldboard.views", readViews, (views) =>
  views.length === 0 ? undefined : JSON.stringify(views),
);

/**
 * Keeps a view under its name, in place of one that had it; the oldest goes when there is no room.
 * @returns whether it is kept: a name of blanks and an address that is none or too long are not
 */
function saveView(view: SavedView): boolean {
  const name = view.name.trim().slice(0, longestViewName);
  if (name === "" || !isSearch(view.search)) return false;
  const others = storedViews.get().filter((other) => other.name !== name);
  storedViews.set([...others, { name, search: view.search }].slice(-maximumSavedViews));
  return true;
}

function forgetView(name: string): void {
  storedViews.set(storedViews.get().filter((view) => view.name !== name));
}

export function useSavedViews(): {
  readonly views: readonly SavedView[];
  readonly save: (view: SavedView) => boolean;
  readonly forget: (name: string) => void;
} {
  const views = useStoredValue(storedViews);
  return useMemo(() => ({ views, save: saveView, forget: forgetView }), [views]);
}

function readViews(text: string | null): readonly SavedView[] {
  const value = readStoredJson(text);
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  const byName = new Map<string, SavedView>();
  for (const item of items) {
    if (typeof item !== "object" || item === null) continue;
    const name: unknown = Reflect.get(item, "name");
    const search: unknown = Reflect.get(item, "search");
    if (typeof name === "string" && name.trim() !== "" && name.length <= longestViewName && isSearch(search))
      byName.set(name, { name, search });
  }
  return [...byName.values()].slice(-maximumSavedViews);
}

// Only ever the part after the path: what is kept can not lead away from the list.
function isSearch(value: unknown): value is string {
  return (
    typeof value === "string" && (value === "" || value.startsWith("?")) && value.length <= longestSearch
  );
}
