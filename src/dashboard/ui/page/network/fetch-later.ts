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

const actions = ["click", "input", "keydown", "scroll"] as const;
const restMs = 3000;

/**
 * Fetches one part after another, unless the user saves data. Pauses while the user does something, because parsing
 * code would delay it. Never rejects.
 */
export async function fetchNow(): Promise<void> {
  if (savesData()) return;
  let actedAt = Number.NEGATIVE_INFINITY;
  const onAction = (): void => void (actedAt = performance.now());
  const abort = new AbortController();
  for (const action of actions)
    document.addEventListener(action, onAction, { capture: true, signal: abort.signal });
  for (const part of waiting) {
    while (performance.now() < actedAt + restMs) await new Promise((resolve) => setTimeout(resolve, restMs));
    await whenIdle();
    if (!navigator.onLine) break;
    waiting.delete(part);
    await part.preload();
  }
  abort.abort();
}
