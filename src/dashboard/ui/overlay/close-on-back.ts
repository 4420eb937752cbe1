// On a phone, Back closes an open overlay.
import { useEffect, useEffectEvent, useId } from "react";
import { useIsPhone } from "../page/media-query.ts";

// A history entry is removed shortly after its overlay closes, because the next overlay may reuse it. `isRemoving`
// is set until `history.back()` is done.
let unused: { readonly entry: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
let isRemoving = false;

function removeEntry(entry: string): void {
  unused = undefined;
  if (history.state !== entry) return;
  isRemoving = true;
  window.addEventListener("popstate", () => (isRemoving = false), { once: true });
  history.back();
}

function addEntry(entry: string): void {
  if (unused !== undefined && history.state === unused.entry) {
    clearTimeout(unused.timer);
    unused = undefined;
    history.replaceState(entry, "");
  } else history.pushState(entry, "");
}

/** History entries of the open overlays. */
const openEntries = new Set<unknown>();

/** Whether navigation must replace the current entry, because Back would otherwise lead to a closed panel. */
export function isOverlayEntry(): boolean {
  return openEntries.has(history.state);
}

export function pushAddress(address: string): void {
  if (isOverlayEntry()) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/**
 * Gives an open overlay a history entry, so that Back only closes it. Choices made in the overlay change the URL of
 * that entry, and stay.
 */
export function useCloseOnBack(onClose: () => void, isOpen = true): void {
  const applies = useIsPhone() && isOpen;
  const id = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!applies) return undefined;
    const entry = `open ${id}`;
    const opened = window.location.href;
    let address = opened;
    let isLeft = false;
    openEntries.add(entry);
    const back = (): void => {
      if (isRemoving || history.state === entry) return;
      isLeft = true;
      if (address !== window.location.href) pushAddress(address);
      close();
    };
    // The URL follows a choice a moment later, which wouter reports by this event.
    const follow = (): void => {
      if (history.state === entry) address = window.location.href;
    };
    const abort = new AbortController();
    const { signal } = abort;
    const add = (): void => {
      addEntry(entry);
      window.addEventListener("popstate", back, { signal });
      window.addEventListener("replaceState", follow, { signal });
    };
    if (isRemoving) window.addEventListener("popstate", add, { once: true, signal });
    else add();
    return () => {
      openEntries.delete(entry);
      abort.abort();
      if (!isLeft && history.state === entry && window.location.href === opened)
        unused = { entry, timer: setTimeout(() => removeEntry(entry), 0) };
    };
  }, [applies, id]);
}
