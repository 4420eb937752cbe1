import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { navigate } from "wouter/use-browser-location";
import { changeSearch } from "./address.ts";
import { readViewState } from "../../domain/view-state/codec.ts";
import { withParameters } from "../../domain/view-state/search-text.ts";
import { setViewState, useViewState, type ViewStateChange } from "./use-view-state.ts";

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, "", "/");
});
afterEach(() => {
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** At most two frames of the simulated screen. */
const writtenMs = 34;

const render = () => renderHook(() => useViewState());

/** Types two letters, the second of which is not written to the URL yet. */
function typed() {
  const { result } = render();
  act(() => setViewState({ query: "a" }, "replace"));
  act(() => setViewState({ query: "ab" }, "replace"));
  return result;
}

function choose(change: ViewStateChange): void {
  act(() => setViewState(change, "push-later"));
}

describe("useViewState", () => {
  it("is read from the URL, keeps its identity while the URL stays, and is the same for all users", () => {
    window.history.replaceState(null, "", "/?q=usdc");
    const one = render();
    const other = render();
    const before = one.result.current;
    one.rerender();
    expect(before.query).toBe("usdc");
    expect(one.result.current).toBe(before);
    act(() => setViewState({ density: "compact" }));
    expect(other.result.current.density).toBe("compact");
  });

  it("a choice pushes an entry and keeps path, hash and unknown parameters", () => {
    window.history.replaceState(null, "", "/markets/x?utm=1#top");
    const length = window.history.length;
    const { result } = render();
    act(() => setViewState({ providers: ["kamino"] }));
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(
      "/markets/x?provider=kamino&utm=1#top",
    );
    expect(window.history.length).toBe(length + 1);
    expect(result.current.providers).toEqual(["kamino"]);
  });

  it("typing shows at once but replaces the history entry at most every 150 ms", () => {
    vi.advanceTimersByTime(1000);
    const { result } = render();
    const replace = vi.spyOn(window.history, "replaceState");
    const length = window.history.length;
    for (const query of ["u", "us", "usd", "usdc"]) {
      act(() => setViewState({ query }, "replace"));
      expect(result.current.query).toBe(query);
    }
    // Rendered first, written to the URL later.
    expect(replace).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(writtenMs));
    expect(window.location.search).toBe("?q=usdc");
    act(() => setViewState({ query: "usdc k" }, "replace"));
    act(() => void vi.advanceTimersByTime(149 - writtenMs));
    expect(replace).toHaveBeenCalledTimes(1);
    act(() => void vi.advanceTimersByTime(2 * writtenMs));
    expect(replace).toHaveBeenCalledTimes(2);
    expect(window.location.search).toBe("?q=usdc%20k");
    expect(window.history.length).toBe(length);
  });

  it("a choice may get its entry after it is painted, each its own", () => {
    const length = window.history.length;
    const { result } = render();
    choose({ basis: "base" });
    expect(result.current.basis).toBe("base");
    expect(window.location.search).toBe("");
    act(() => void vi.advanceTimersByTime(writtenMs));
    expect(window.location.search).toBe("?basis=base");
    choose({ density: "compact" });
    choose({ providers: ["kamino"] });
    expect(window.location.search).toBe("?basis=base&density=compact");
    act(() => setViewState({ query: "usdc" }, "replace"));
    act(() => void vi.advanceTimersByTime(writtenMs));
    expect(readViewState(window.location.search)).toMatchObject({ query: "usdc", providers: ["kamino"] });
    expect(window.history.length).toBe(length + 3);
  });

  it("a choice made during typing writes the typed text first, so that Back restores it", () => {
    typed();
    const replace = vi.spyOn(window.history, "replaceState");
    act(() => setViewState({ basis: "base" }));
    expect(replace.mock.lastCall?.[2]).toBe("/?q=ab");
    expect(window.location.search).toBe("?q=ab&basis=base");
  });

  it("a page's own parameter chosen during typing keeps the typed text", () => {
    const result = typed();
    act(() => changeSearch((search) => withParameters(search, [["by", "type"]])));
    expect(window.location.search).toBe("?by=type&q=ab");
    expect(result.current.query).toBe("ab");
  });

  it("accepts a function of the current state, including pending changes", () => {
    const { result } = render();
    act(() => {
      setViewState({ query: "a" }, "replace");
      setViewState((state) => ({ query: `${state.query}b` }), "replace");
      setViewState((state) => ({ query: `${state.query}c` }), "replace");
    });
    expect(result.current.query).toBe("abc");
  });

  it("a change without effect touches neither history nor state", () => {
    const push = vi.spyOn(window.history, "pushState");
    const { result } = render();
    const before = result.current;
    act(() => setViewState({ types: ["yield", "lending"], statuses: ["open"] }));
    expect(push).not.toHaveBeenCalled();
    expect(result.current).toBe(before);
  });

  it("follows popstate, which drops pending changes of the previous entry, and the router's navigation", () => {
    const result = typed();
    act(() => {
      window.history.replaceState(null, "", "/?view=loop");
      window.dispatchEvent(new PopStateEvent("popstate"));
    });
    expect(result.current).toMatchObject({ view: "loop", query: "" });
    act(() => void vi.advanceTimersByTime(1000));
    expect(window.location.search).toBe("?view=loop");
    act(() => navigate("/?view=borrow"));
    expect(result.current.view).toBe("borrow");
  });

  it("writes pending changes when the page is hidden for good", () => {
    typed();
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(window.location.search).toBe("?q=ab");
  });
});
