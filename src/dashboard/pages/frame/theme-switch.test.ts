import { describe, expect, it } from "vitest";
import { nextTheme } from "./theme-switch.ts";

describe("nextTheme", () => {
  it.each(["light", "dark"] as const)(
    "always changes what is shown at the first press, on a %s system",
    (system) => {
      expect(nextTheme("system", system)).not.toBe(system);
    },
  );

  it.each(["light", "dark"] as const)(
    "comes back to the system's after three presses, on a %s system",
    (system) => {
      const first = nextTheme("system", system);
      const second = nextTheme(first, system);
      expect(second).toBe(system);
      expect(nextTheme(second, system)).toBe("system");
    },
  );
});
