import { z } from "../../../contract/zod.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { parseEach } from "../alerts/parse-each.ts";
import { createStoredJson, useStoredValue } from "./stored-value.ts";

export const maxSavedViews = 50;
export const maxViewNameLength = 60;
const maxSearchLength = 8_000;

const viewSchema = z.object({
  name: z.string(),
  /** With the question mark. Empty for the default list. */
  search: z.string(),
});

type SavedView = z.infer<typeof viewSchema>;

/** Accepts only a search text, so that a stored view cannot lead away from the list. */
function isStorableView({ name, search }: SavedView): boolean {
  return (
    name.trim() !== "" &&
    name.length <= maxViewNameLength &&
    (search === "" || search.startsWith("?")) &&
    search.length <= maxSearchLength
  );
}

const storedViews = createStoredJson("yieldboard.views", readViews);

/**
 * Replaces a view of the same name.
 * @param renamed the view that it replaces, at the same position
 * @returns why it could not be saved; undefined if it was
 */
function saveView(view: SavedView, renamed?: string): string | undefined {
  const kept = { ...view, name: view.name.trim().slice(0, maxViewNameLength) };
  if (!isStorableView(kept)) return "This view is too long to save.";
  const index = storedViews.get().findIndex(({ name }) => name === renamed);
  const others = storedViews.get().filter(({ name }) => name !== kept.name && name !== renamed);
  if (others.length >= maxSavedViews)
    return `There are ${formatCount(maxSavedViews).text} saved views, the maximum. Delete one first.`;
  storedViews.set(others.toSpliced(index < 0 ? others.length : index, 0, kept));
  return storedViews.isKept()
    ? undefined
    : "Kept until you leave: this browser blocks storage, or it is full.";
}

/** @returns a function that restores it at its position */
function forgetView(forgotten: string): () => void {
  const views = storedViews.get();
  const index = views.findIndex(({ name }) => name === forgotten);
  const gone = views.filter(({ name }) => name === forgotten);
  storedViews.set(views.filter(({ name }) => name !== forgotten));
  return () => storedViews.set(storedViews.get().toSpliced(index, 0, ...gone));
}

export function useSavedViews() {
  const views = useStoredValue(storedViews);
  return { views, save: saveView, forget: forgetView, restore: storedViews.set };
}

function readViews(value: unknown): readonly SavedView[] {
  const views = parseEach(value, viewSchema).filter(isStorableView);
  return [...new Map(views.map((view) => [view.name, view])).values()].slice(-maxSavedViews);
}
