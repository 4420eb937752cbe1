import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSelectedMarkets } from "./selected-markets.ts";
import { followTheme, useAutoRefresh, useTheme } from "./preferences.ts";
import { useStars } from "./stars.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // Values that could not be stored stay in the module, which other tests share. A storage event resets them.
  renderHook(() => [useStars(), useSelectedMarkets(), useTheme(), useAutoRefresh()]);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: null })));
  cleanup();
});
function storeInOtherTab(key: string, text: string): void {
  localStorage.setItem(key, text);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
}

function refuse(): never {
  throw new DOMException("Storage is blocked.", "SecurityError");
}

function blockStorage(): void {
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
}

const junk = ["", "{", "[1,null,{}]", '{"a":1}', '"text"', '[""]', `["${"x".repeat(500)}"]`, "12"];

describe("stars", () => {
  it("are toggled, stored and shared, and keep their identity while unchanged", () => {
    const { result: one } = renderHook(() => useStars());
    const { result: other, rerender } = renderHook(() => useStars());
    const toggle = (...ids: readonly string[]) => act(() => ids.forEach((id) => one.current.toggle(id)));
    toggle("a", "b");
    expect([...other.current.starred]).toEqual(["a", "b"]);
    expect(localStorage.getItem("yieldboard.stars")).toBe('["a","b"]');
    toggle("a", "b");
    const before = other.current;
    rerender();
    expect(other.current).toBe(before);
    expect(before.starred.size).toBe(0);
    expect(localStorage.getItem("yieldboard.stars")).toBeNull();
  });

  it.each(junk)("are empty, like picks, when storage holds %s", (text) => {
    for (const key of ["stars", "picks"]) localStorage.setItem(`yieldboard.${key}`, text);
    expect(renderHook(() => useStars()).result.current.starred.size).toBe(0);
    expect(renderHook(() => useSelectedMarkets()).result.current.picks).toEqual([]);
  });

  it("follow another tab, and keep what is readable beside junk", () => {
    const { result } = renderHook(() => useStars());
    storeInOtherTab("yieldboard.stars", '["a",1,null,"b","a"]');
    expect([...result.current.starred]).toEqual(["a", "b"]);
  });

  it("work for this page only when storage is blocked", () => {
    blockStorage();
    const { result } = renderHook(() => useStars());
    act(() => result.current.toggle("a"));
    expect([...result.current.starred]).toEqual(["a"]);
    act(() => result.current.toggle("a"));
    expect(result.current.starred.size).toBe(0);
  });
});

it("picks keep their order, take at most eight, and can be cleared", () => {
  const { result } = renderHook(() => useSelectedMarkets());
  for (const id of ["b", "a", "c", "d", "e", "f", "g", "h", "i"]) act(() => void result.current.toggle(id));
  expect(result.current.picks).toEqual(["b", "a", "c", "d", "e", "f", "g", "h"]);
  act(() => void result.current.toggle("b"));
  act(() => void result.current.toggle("i"));
  expect(result.current.picks).toEqual(["a", "c", "d", "e", "f", "g", "h", "i"]);
  act(() => result.current.clear());
  expect(result.current.picks).toEqual([]);
});

const theme = (): string | undefined => document.documentElement.dataset["theme"];

/** Sets the system's preference and returns a function that changes it. */
function dark(matches: boolean, isForced = false) {
  const system = Object.assign(new EventTarget(), { matches });
  const forced = Object.assign(new EventTarget(), { matches: isForced });
  vi.stubGlobal("matchMedia", (query: string) => (query.includes("forced-colors") ? forced : system));
  return (now: boolean) => {
    system.matches = now;
    system.dispatchEvent(new Event("change"));
  };
}

describe("preferences", () => {
  it("the theme is the system's until one is chosen, which is stored as the text that the first paint reads", () => {
    const system = dark(false);
    const { result } = renderHook(() => useTheme());
    const stop = followTheme();
    expect([result.current[0], theme()]).toEqual(["system", "light"]);
    system(true);
    expect(theme()).toBe("dark");
    act(() => result.current[1]("light"));
    expect([localStorage.getItem("yieldboard.theme"), theme()]).toEqual(["light", "light"]);
    system(true);
    expect(theme()).toBe("light");
    act(() => result.current[1]("system"));
    expect([localStorage.getItem("yieldboard.theme"), theme()]).toEqual([null, "dark"]);
    storeInOtherTab("yieldboard.theme", "light");
    expect(theme()).toBe("light");
    stop();
    storeInOtherTab("yieldboard.theme", "dark");
    expect(theme()).toBe("light");
  });

  it("with forced colours the theme follows their palette, whatever was chosen", () => {
    localStorage.setItem("yieldboard.theme", "light");
    const palette = dark(true, true);
    const stop = followTheme();
    expect(theme()).toBe("dark");
    palette(false);
    expect(theme()).toBe("light");
    stop();
  });

  it("refreshing can be switched off and on, and junk means on", () => {
    const { result } = renderHook(() => useAutoRefresh());
    expect(result.current[0]).toBe(true);
    act(() => result.current[1](false));
    expect([result.current[0], localStorage.getItem("yieldboard.refresh")]).toEqual([false, "off"]);
    act(() => result.current[1](true));
    expect([result.current[0], localStorage.getItem("yieldboard.refresh")]).toEqual([true, null]);
    for (const text of ["1", "-60000", "1e99", "null", "soon", "{}"]) {
      storeInOtherTab("yieldboard.refresh", text);
      expect(result.current[0]).toBe(true);
    }
  });
});
