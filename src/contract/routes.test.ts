import { describe, expect, test } from "vitest";
import { routeOf, routes } from "./routes.ts";

describe("the page of an address", () => {
  test.each(Object.entries(routes))(
    "%s is found by its path, with and without a slash at the end",
    (id, { path }) => {
      const address = path.replace(/:\w+$/, "any%2Fid.x");
      expect(routeOf(address)).toBe(id);
      expect(routeOf(address === "/" ? "/" : `${address}/`)).toBe(id);
    },
  );

  test.each(["/markets", "/markets/", "/compare/more", "/wonderland", "/code/gone.js", ""])(
    "%j is none",
    (address) => expect(routeOf(address)).toBeUndefined(),
  );
});
