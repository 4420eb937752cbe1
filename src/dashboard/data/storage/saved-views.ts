import { useMemo } from "react";
import { z } from "../../../contract/zod.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { parseEach } from "../alerts/parse-each.ts";
import { createStoredValue, readStoredJson, useStoredValue } from "./stored-value.ts";

export const maximumSavedViews = 50;
export const longestViewName = 60;
const longestSearch = 8_000;

const viewSchema = z.object({
  name: z.string(),
  /** With the question mark. Empty for the default list. */
  search: z.string(),
});

type SavedView = z.infer<typeof viewSchema>;

/** Accepts only a search text, so that a stored view cannot lead away from the list. */
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

/** Replaces a view of the same name. @returns why it could not be saved; undefined if it was */
function saveView(view: SavedView): string | undefined {
  const kept = { ...view, name: view.name.trim().slice(0, longestViewName) };
  if (!mayBeKept(kept)) return "This view is too long to save.";
  const others = storedViews.get().filter(({ name }) => name !== kept.name);
  if (others.length >= maximumSavedViews)
    return `There are ${formatCount(maximumSavedViews).text} saved views, the maximum. Delete one first.`;
  storedViews.set([...others, kept]);
  return storedViews.isKept()
    ? undefined
    : "Kept until you leave: this browser blocks storage, or it is full.";
}

function forgetView(name: string): void {
  storedViews.set(storedViews.get().filter((view) => view.name !== name));
}

export function useSavedViews() {
  const views = useStoredValue(storedViews);
  return useMemo(() => ({ views, save: saveView, forget: forgetView }), [views]);
}

function readViews(text: string | null): readonly SavedView[] {
  const views = parseEach(readStoredJson(text), viewSchema).filter(mayBeKept);
  return [...new Map(views.map((view) => [view.name, view])).values()].slice(-maximumSavedViews);
}
