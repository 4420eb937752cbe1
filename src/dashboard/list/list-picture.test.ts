import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const script = readFileSync("public/theme.js", "utf8");

/** What the script leaves at the page's root, at an address and with a configuration in the page. */
function marksAt(address: string, config = '{"source":{"kind":"live"}}'): Readonly<Record<string, string>> {
  const dataset: Record<string, string> = {};
  runInNewContext(script, {
    document: { documentElement: { dataset }, getElementById: () => ({ textContent: config }) },
    localStorage: { getItem: () => null },
    location: new URL(address, "https://yieldboard.example"),
    matchMedia: () => ({ matches: false }),
  });
  return dataset;
}

test.each([
  ["/", "list"],
  ["/?size=100&view=loop", "list"],
  ["/?view=borrow", undefined],
  ["/matrix", undefined],
  ["/markets/one?view=earn", undefined],
  ["/?q=a&view=prediction", undefined],
])(
  "the picture of the list is seen where the list will look like it, and nowhere else: %s",
  (address, at) => {
    expect(marksAt(address)["at"]).toBe(at);
  },
);

test("the picture has room for the demo's strip where the source is the demo", () => {
  expect(marksAt("/", '{"source":{"kind":"demo"}}')["source"]).toBe("demo");
  expect(marksAt("/")["source"]).toBeUndefined();
});
