import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { maxViewNameLength, maxSavedViews, useSavedViews } from "./saved-views.ts";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

const hook = (): { readonly current: ReturnType<typeof useSavedViews> } =>
  renderHook(() => useSavedViews()).result;

describe("saved views", () => {
  const good = { name: "good", search: "?view=loop" };

  it("are kept under trimmed, unique names, and shared by all users of the hook", () => {
    const one = hook();
    const other = hook();
    act(() => void one.current.save({ name: "USDC, large", search: "" }));
    act(() => void one.current.save({ name: "  USDC, large  ", search: "?asset=mint&minDeposits=1000000" }));
    expect(other.current.views).toEqual([{ name: "USDC, large", search: "?asset=mint&minDeposits=1000000" }]);
    act(() => void other.current.forget("USDC, large"));
    expect(one.current.views).toEqual([]);
    expect(localStorage.getItem("yieldboard.views")).toBeNull();
  });

  it("are renamed, and put back after a deletion, in their place", () => {
    const { current } = hook();
    const names = (): readonly string[] => hook().current.views.map(({ name }) => name);
    act(() => {
      for (const name of ["one", "two", "three"]) current.save({ name, search: `?q=${name}` });
      current.save({ name: "2", search: "?q=two" }, "two");
    });
    expect(names()).toEqual(["one", "2", "three"]);
    const undo: (() => void)[] = [];
    act(() => void undo.push(current.forget("2")));
    expect(names()).toEqual(["one", "three"]);
    act(() => undo[0]?.());
    expect(hook().current.views[1]).toEqual({ name: "2", search: "?q=two" });
    // A name that another view has replaces that view.
    act(() => void current.save({ name: "three", search: "?q=two" }, "2"));
    expect(hook().current.views).toEqual([
      { name: "one", search: "?q=one" },
      { name: "three", search: "?q=two" },
    ]);
  });

  it.each([
    ["a name of blanks", { name: "   ", search: "?view=loop" }],
    ["another address", { name: "away", search: "//elsewhere.example" }],
    ["an address that is too long", { name: "long", search: `?q=${"x".repeat(9_000)}` }],
    ["a script", { name: "script", search: "javascript:alert(1)" }],
  ])("reject %s", (_what, view) => {
    const views = hook();
    act(() => expect(views.current.save(view)).toMatch(/too long/));
    expect(views.current.views).toEqual([]);
  });

  it("truncate a long name, and refuse one more when full", () => {
    const views = hook();
    act(() => {
      for (let count = 0; count <= maxSavedViews; count += 1)
        views.current.save({ name: `${String(count)} ${"x".repeat(100)}`, search: "" });
    });
    expect(views.current.views).toHaveLength(maxSavedViews);
    expect(views.current.views[0]?.name).toMatch(/^0 x/);
    act(() => expect(views.current.save({ name: "one more", search: "" })).toMatch(/Delete one first/));
    expect(views.current.views[0]?.name).toHaveLength(maxViewNameLength);
  });

  it("say that they last for this page only when storage is full", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    const views = hook();
    act(() => expect(views.current.save(good)).toMatch(/^Kept until you leave/));
    expect(views.current.views).toEqual([good]);
    vi.unstubAllGlobals();
    act(() => expect(views.current.save(good)).toBeUndefined());
  });

  it.each<readonly [text: string, kept: readonly object[]]>([
    ["{", []],
    ["12", []],
    ['{"name":"a","search":""}', []],
    ['[["a",""],null,{"name":1,"search":""},{"name":"good","search":"?view=loop"}]', [good]],
    ['[{"name":"good","search":"?view=loop"},{"name":"bad","search":"https://elsewhere.example"}]', [good]],
  ])("keep what is readable and leads nowhere else when storage holds %s", (text, kept) => {
    localStorage.setItem("yieldboard.views", text);
    expect(hook().current.views).toEqual(kept);
  });
});
