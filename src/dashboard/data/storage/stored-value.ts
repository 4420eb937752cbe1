// Storage may be blocked, full or contain junk. The value then lives only as long as the page.
import { useSyncExternalStore } from "react";
import { parseJson } from "../../../contract/query-text.ts";

export interface StoredValue<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** `read` returns the default for junk and never throws. `write` returns undefined for the default. */
export function createStoredValue<T>(
  key: string,
  read: (text: string | null) => T,
  write: (value: T) => string | undefined,
): StoredValue<T> & { readonly isKept: () => boolean } {
  const listeners = new Set<() => void>();
  let held: { readonly text: string | null; readonly value: T } | undefined;
  let refused: { readonly text: string | null } | undefined;

  const currentText = (): string | null => {
    if (refused !== undefined) return refused.text;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== null && event.key !== key) return;
    refused = undefined;
    notify();
  };
  return {
    isKept: () => refused === undefined,
    get() {
      const text = currentText();
      if (held === undefined || held.text !== text) held = { text, value: read(text) };
      return held.value;
    },
    set(value) {
      const text = write(value) ?? null;
      try {
        if (text === null) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        refused = undefined;
      } catch {
        refused = { text };
      }
      held = { text, value };
      notify();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener("storage", onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** A value that is not stored, and lives only as long as the page. */
export function createPageValue<T>(initial: T): StoredValue<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useStoredValue<T>(stored: StoredValue<T>): T {
  return useSyncExternalStore(stored.subscribe, stored.get, stored.get);
}

/** `read` gets undefined if nothing, or no JSON, is stored. An empty list is not stored. */
export function createStoredJson<T>(key: string, read: (value: unknown) => T) {
  return createStoredValue<T>(
    key,
    (text) => read(parseJson(text ?? "")),
    (value) => (Array.isArray(value) && value.length === 0 ? undefined : JSON.stringify(value)),
  );
}

const maxIdLength = 400;

function isStoredId(item: unknown): item is string {
  return typeof item === "string" && item !== "" && item.length <= maxIdLength;
}

export function createStoredIds(key: string, max: number): StoredValue<readonly string[]> {
  return createStoredJson<readonly string[]>(key, (value) => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return [...new Set(items.filter(isStoredId))].slice(0, max);
  });
}
