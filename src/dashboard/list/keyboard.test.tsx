import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandOf, marketAfter, placeOf } from "./keyboard.ts";
import type { KeyPlace } from "./keyboard.ts";

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const press = (key: string, place: KeyPlace = "list", modifiers: Partial<typeof plain> = {}) =>
  commandOf({ ...plain, ...modifiers, key }, place, true);

const off = (key: string): ReturnType<typeof commandOf> => commandOf({ ...plain, key }, "list", false);

const of = (...keys: string[]) => keys.map((key) => press(key));

describe("keys of the list", () => {
  test("move between markets, act on one or lead elsewhere, and others are left to the browser", () => {
    expect(of("j", "ArrowDown", "k", "ArrowUp")).toEqual(["next", "next", "previous", "previous"]);
    expect(of("Home", "End", "PageUp", "PageDown")).toEqual(["first", "last", "page-up", "page-down"]);
    expect(of("x", "s", "a")).toEqual(["compare", "star", "alert"]);
    expect(of("c", "f", "h", "/", "?")).toEqual(["comparison", "filters", "holding", "search", "help"]);
    expect(of("ArrowLeft", "ArrowRight", "Enter", " ")).toEqual(Array.from({ length: 4 }));
  });

  test("letters and symbols also work on a filter or a button, keys that scroll do not", () => {
    const commands = ["j", "x", "?", "ArrowDown", "Home", "PageDown"].map((key) => press(key, "elsewhere"));
    expect(commands).toEqual(["next", "compare", "help", undefined, undefined, undefined]);
  });

  test("tabs, radios and checkboxes leave letters to the list, a text field keeps them", () => {
    document.body.innerHTML = `<main id="main"><div role="tablist"><button role="tab">Earn</button></div>
      <input type="radio" /><input type="checkbox" /><input type="search" /><ul><li><a href="#">USDC</a></li></ul></main>`;
    const list = document.querySelector("ul");
    const placeAt = (selector: string): KeyPlace => placeOf(document.querySelector(selector), list);
    expect(["[role=tab]", "[type=radio]", "[type=checkbox]"].map(placeAt)).toEqual(
      Array.from({ length: 3 }, () => "elsewhere"),
    );
    expect(placeAt("[type=search]")).toBe("owned");
    expect(["a", "#main", "body"].map(placeAt)).toEqual(["list", "list", "list"]);
    document.body.innerHTML = "";
  });

  test("takes no keys from fields, menus or dialogs or with modifiers, but notices find in page", () => {
    for (const key of ["j", "x", "s", "/", "Home", "ArrowDown"]) {
      expect(press(key, "owned")).toBeUndefined();
      for (const modifier of ["ctrlKey", "metaKey", "altKey"])
        expect(press(key, "list", { [modifier]: true })).toBeUndefined();
    }
    expect(press("f", "list", { ctrlKey: true })).toBe("find");
    expect(press("f", "owned", { metaKey: true })).toBe("find");
  });

  test("single-character keys can be switched off without affecting other keys", () => {
    expect(["j", "x", "/", "?"].map((key) => off(key))).toEqual(Array.from({ length: 4 }));
    expect(off("ArrowDown")).toBe("next");
  });
});

const movements = ["next", "previous", "first", "last", "page-down", "page-up"] as const;

describe("movement between markets", () => {
  test("always ends inside the list", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...movements),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(),
        (to, count, page, seed) => {
          const active = (seed % (count + 1)) - 1;
          const next = marketAfter(to, active, { count, page });
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThan(count);
        },
      ),
    );
  });

  test("starts from the top of the list, and goes nowhere in an empty one", () => {
    expect(marketAfter("next", -1, { count: 10, page: 5 })).toBe(0);
    expect(marketAfter("page-down", -1, { count: 10, page: 5 })).toBe(5);
    for (const to of movements) expect(marketAfter(to, -1, { count: 0, page: 1 })).toBeUndefined();
  });
});
