import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function jitlessAfterLoading(): Promise<unknown> {
  vi.resetModules();
  const { config } = await import("zod/mini");
  await import("./markets-page.ts");
  return config().jitless;
}

describe("the schemas", () => {
  it("generate no code in a page, where the content security policy forbids it", async () => {
    vi.stubGlobal("document", {});
    expect(await jitlessAfterLoading()).toBe(true);
  });

  it("are compiled in the service", async () => {
    expect(await jitlessAfterLoading()).toBe(false);
  });
});
