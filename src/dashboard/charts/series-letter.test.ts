import { expect, test } from "vitest";
import { seriesLetters, seriesStyle } from "./series-letter.tsx";

test("no two of the eight lines share both colour and dash", () => {
  const styles = seriesLetters.map((_, index) => `${seriesStyle(index).color} ${seriesStyle(index).dash}`);
  expect(new Set(styles).size).toBe(8);
});
