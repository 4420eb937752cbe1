import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
const css = read("list.css");

it("names each drawing in marks.svg by its place", () => {
  const drawn = [...read("marks.svg").matchAll(/<svg id="(\w+)"(?: x="(\d+)")? width="24"/g)];
  expect(drawn.map(([, name, x = "0"]) => [name, String(Number(x) / 24)])).toEqual(
    [...css.matchAll(/--icon-(\w+): (\d+);/g)].map(([, name, place]) => [name, place]),
  );
  expect(css).toContain(`calc(100% / ${drawn.length - 1} * var(--icon)) 0 / ${drawn.length * 100}% 100%`);
});
