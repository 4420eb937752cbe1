// On a phone Back closes what is open over the page: a dialog, a menu, a list of options.
import { useEffect, useId, useRef } from "react";

// An entry that is no longer needed is taken back a moment after its owner closed, because what opens next may use it. `taking`
// holds from `history.back()` until the browser has gone back.
let unused: { readonly entry: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;
let taking = false;

function takeBack(entry: string): void {
  unused = undefined;
  if (history.state !== entry) return;
  taking = true;
  window.addEventListener("popstate", () => (taking = false), { once: true });
  history.back();
}

function addEntry(entry: string): void {
  if (unused !== undefined && history.state === unused.entry) {
    clearTimeout(unused.timer);
    unused = undefined;
    history.replaceState(entry, "");
  } else {
    // Past what wraps the method on the object: an entry under an open panel stays when another opens over it.
    History.prototype.pushState.call(history, entry, "");
  }
}

/** While `entry` is on top, an address that is pushed takes its place: Back from there must not lead to a panel that is closed. */
function replaceWhenLeft(entry: string): () => void {
  const before: unknown = Reflect.get(history, "pushState");
  const push = (...change: Parameters<History["pushState"]>): void => {
    if (history.state === entry) history.replaceState(...change);
    else if (typeof before === "function") Reflect.apply(before, history, change);
  };
  Reflect.set(history, "pushState", push);
  return () => {
    if (Reflect.get(history, "pushState") === push) Reflect.set(history, "pushState", before);
  };
}

/**
 * Gives what is open an entry of its own in the history: the way back from it closes it and no more. What was chosen in it is in
 * the entry's address by then, and stays.
 */
export function useCloseOnBack(applies: boolean, onClose: () => void): void {
  const id = useId();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!applies) return undefined;
    const entry = `open ${id}`;
    const opened = window.location.href;
    let address = opened;
    let isLeft = false;
    const restorePush = replaceWhenLeft(entry);
    const back = (): void => {
      // Something that was open over this one went.
      if (taking || history.state === entry) return;
      isLeft = true;
      if (address !== window.location.href) history.pushState(null, "", address);
      close.current();
    };
    // The address follows what is chosen a moment later, and wouter tells of it by an event of this name.
    const follow = (): void => {
      if (history.state === entry) address = window.location.href;
    };
    const add = (): void => {
      addEntry(entry);
      window.addEventListener("popstate", back);
      window.addEventListener("replaceState", follow);
    };
    if (taking) window.addEventListener("popstate", add, { once: true });
    else add();
    return () => {
      restorePush();
      window.removeEventListener("popstate", add);
      window.removeEventListener("popstate", back);
      window.removeEventListener("replaceState", follow);
      // Closed in another way: an entry that leads nowhere else is taken back.
      if (!isLeft && history.state === entry && window.location.href === opened)
        unused = { entry, timer: setTimeout(() => takeBack(entry), 0) };
    };
  }, [applies, id]);
}
