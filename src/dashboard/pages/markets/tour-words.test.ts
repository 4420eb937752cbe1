import { describe, expect, it } from "vitest";
import { tourWords } from "./tour-words.ts";

const wide = { phone: false, cards: false, demo: true };

describe("the words of the tour", () => {
  it("speak of headers only where there are any", () => {
    const words = (setting: typeof wide): string => tourWords.map(({ text }) => text(setting)).join(" ");
    expect(words(wide)).toMatch(/header sorts/);
    for (const phone of [false, true]) {
      expect(words({ ...wide, phone, cards: true })).not.toMatch(/header/);
      expect(words({ ...wide, phone, cards: true })).toMatch(/Sort by orders/);
    }
  });
});
