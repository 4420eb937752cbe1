import { useEffect, useEffectEvent } from "react";
import { createStoredValue, useStoredValue } from "../data/storage/stored-value.ts";

type PressedKey = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

// Speech input and tremor press single letters by accident, so users can switch them off.
const storedLetters = createStoredValue<boolean>(
  "yieldboard.letters",
  (text) => text !== "off",
  (on) => (on ? undefined : "off"),
);

export function useLetterKeys(): readonly [on: boolean, set: (on: boolean) => void] {
  return [useStoredValue(storedLetters), storedLetters.set];
}

export type KeyPlace = "list" | "owned" | "elsewhere";

const keys = [
  ["ArrowDown", "next"],
  ["ArrowUp", "previous"],
  ["Home", "first"],
  ["End", "last"],
  ["PageDown", "page-down"],
  ["PageUp", "page-up"],
  ["j", "next"],
  ["k", "previous"],
  ["x", "compare"],
  ["s", "star"],
  ["a", "alert"],
  ["e", "details"],
  ["c", "comparison"],
  ["f", "filters"],
  ["h", "holding"],
  ["/", "search"],
  ["?", "help"],
] as const;
const commands: ReadonlyMap<string, ListCommand> = new Map(keys);

export type ListCommand = (typeof keys)[number][1] | "find";

/**
 * Keys with modifiers belong to the browser, although Ctrl/Cmd+F is noticed. Keys in a field, menu or dialog belong
 * to that. Elsewhere letters always count, and arrows only in the list or if nothing has focus.
 */
export function commandOf(pressed: PressedKey, place: KeyPlace, letters: boolean): ListCommand | undefined {
  const { key } = pressed;
  if ((pressed.ctrlKey || pressed.metaKey) && !pressed.altKey && !pressed.shiftKey) {
    return key === "f" || key === "F" ? "find" : undefined;
  }
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || place === "owned") return undefined;
  const isCharacter = key.length === 1;
  if (isCharacter ? !letters : place === "elsewhere") return undefined;
  // On many keyboards, these two need Shift.
  return pressed.shiftKey && key !== "/" && key !== "?" ? undefined : commands.get(key);
}

const ownKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="combobox"], [role="slider"], [role="dialog"], dialog, [popover]';

export function placeOf(target: EventTarget | null, list: HTMLElement | null): KeyPlace {
  if (!(target instanceof Element)) return "elsewhere";
  if (target.closest(ownKeys) !== null) return "owned";
  // After "Skip to content", `main` has the focus but no keys of its own.
  const idle = target === document.body || target === document.documentElement || target.id === "main";
  return idle || list?.contains(target) === true ? "list" : "elsewhere";
}

/**
 * The index to move to; undefined in an empty list, and for other commands. `active` is −1 if no market is. `page` is
 * markets per screen.
 */
export function marketAfter(
  command: ListCommand,
  active: number,
  { count, page }: { readonly count: number; readonly page: number },
): number | undefined {
  // Down leads from nowhere to the first market; Page Down counts from the first market.
  const from = Math.max(0, active);
  const targets: Partial<Record<ListCommand, number>> = {
    next: active + 1,
    previous: active - 1,
    first: 0,
    last: count - 1,
    "page-down": from + page,
    "page-up": from - page,
  };
  const target = targets[command];
  if (target === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(count - 1, target));
}

/** `run` returns whether it acted. Only then is the browser's default prevented, but never for find in page. */
export function useListKeys(list: () => HTMLElement | null, run: (command: ListCommand) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    if (document.querySelector("dialog:modal") !== null) return;
    const command = commandOf(event, placeOf(event.target, list()), storedLetters.get());
    if (command !== undefined && run(command) && command !== "find") event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
