import { describe, expect, test } from "vitest";
import { routeOf, routes } from "./routes.ts";

describe("routeOf", () => {
  test.each(Object.entries(routes))(
    "finds %s by its path, with and without a trailing slash",
    (id, { path }) => {
      const address = path.replace(/:\w+$/, "any%2Fid.x");
      expect(routeOf(address)).toBe(id);
      expect(routeOf(address === "/" ? "/" : `${address}/`)).toBe(id);
    },
  );

  test.each(["/markets", "/markets/", "/compare/more", "/wonderland", "/code/gone.js", ""])(
    "finds no route for %j",
    (address) => expect(routeOf(address)).toBeUndefined(),
  );
});
