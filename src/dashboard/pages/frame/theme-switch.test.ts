import { describe, expect, it } from "vitest";
import { nextTheme } from "./theme-switch.ts";

describe.each(["light", "dark"] as const)("on a %s system the theme", (system) => {
  it("changes what is shown at the first press and comes back to the system's after three", () => {
    const first = nextTheme("system", system);
    expect(first).not.toBe(system);
    const second = nextTheme(first, system);
    expect(second).toBe(system);
    expect(nextTheme(second, system)).toBe("system");
  });
});
