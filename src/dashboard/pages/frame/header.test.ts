import { describe, expect, it } from "vitest";
import { nextTheme } from "./header.tsx";

describe.each(["light", "dark"] as const)("on a %s system the theme", (system) => {
  it("changes visibly on the first press and returns to the system's on the third", () => {
    const first = nextTheme("system", system);
    expect(first).not.toBe(system);
    const second = nextTheme(first, system);
    expect(second).toBe(system);
    expect(nextTheme(second, system)).toBe("system");
  });
});
