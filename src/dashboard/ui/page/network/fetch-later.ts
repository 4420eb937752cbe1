// Fetches code while the browser is idle, because the network may be gone later.
import { fieldOf } from "../../../../contract/names/field-of.ts";

interface Fetchable {
  readonly preload: () => Promise<void>;
}

const waiting = new Set<Fetchable>();

export function fetchLater(...parts: readonly Fetchable[]): void {
  for (const part of parts) waiting.add(part);
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 200);
  });
}

function savesData(): boolean {
  return fieldOf(fieldOf(navigator, "connection"), "saveData") === true;
}

/** Fetches one file after another, unless the user saves data. Never rejects. */
export async function fetchNow(): Promise<void> {
  if (savesData()) return;
  for (const part of waiting) {
    await whenIdle();
    if (!navigator.onLine) return;
    waiting.delete(part);
    await part.preload();
  }
}
