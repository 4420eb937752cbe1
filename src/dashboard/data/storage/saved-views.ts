// Views of the list that the visitor named, kept in this browser. What is kept is an address: it says all that a view is.
import "../../../contract/no-code-generation.ts";
import { useMemo } from "react";
import * as z from "zod/mini";
import { createStoredValue, readStoredJson, useStoredValue } from "./stored-value.ts";

export const maximumSavedViews = 50;
export const longestViewName = 60;
const longestSearch = 8_000;

const viewSchema = z.object({
  name: z.string(),
  /** The search part of the list's address, with its question mark; empty for the list as it opens. */
  search: z.string(),
});

type SavedView = z.infer<typeof viewSchema>;

/** Only ever the part after the path: what is kept can not lead away from the list. */
function mayBeKept({ name, search }: SavedView): boolean {
  return (
    name.trim() !== "" &&
    name.length <= longestViewName &&
    (search === "" || search.startsWith("?")) &&
    search.length <= longestSearch
  );
}

const storedViews = createStoredValue<readonly SavedView[]>("yieldboard.views", readViews, (views) =>
  views.length === 0 ? undefined : JSON.stringify(views),
);

/**
 * Keeps a view under its name, in place of one that had it; the oldest goes when there is no room.
 * @returns whether it is kept: a name of blanks and an address that is none or too long are not
 */
function saveView(view: SavedView): boolean {
  const kept = { ...view, name: view.name.trim().slice(0, longestViewName) };
  if (!mayBeKept(kept)) return false;
  const others = storedViews.get().filter(({ name }) => name !== kept.name);
  storedViews.set([...others, kept].slice(-maximumSavedViews));
  return true;
}

function forgetView(name: string): void {
  storedViews.set(storedViews.get().filter((view) => view.name !== name));
}

export function useSavedViews() {
  const views = useStoredValue(storedViews);
  return useMemo(() => ({ views, save: saveView, forget: forgetView }), [views]);
}

function readViews(text: string | null): readonly SavedView[] {
  const items = z.array(z.unknown()).safeParse(readStoredJson(text)).data ?? [];
  const views = items.flatMap((item) => viewSchema.safeParse(item).data ?? []).filter(mayBeKept);
  return [...new Map(views.map((view) => [view.name, view])).values()].slice(-maximumSavedViews);
}
