import { createHook } from "node:async_hooks";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CompressedBody, createCompressedBodies } from "./compressed-bodies.ts";

const bytes = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, index) => `market-${index}`)));
const body = new CompressedBody(bytes, "tag");

describe("the encoding of a response", () => {
  test.each<[string | undefined, string]>([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=1.0, gzip;q=0.8", "br"],
    ["br;q=0, gzip", "gzip"],
    ["BR", "br"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["identity", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("for Accept-Encoding %s is %s", (accepted, encoding) => {
    expect(body.choose(accepted)).toBe(encoding);
  });

  test("is identity for a body too small to benefit", () => {
    expect(new CompressedBody(Buffer.alloc(100), "small").choose("br")).toBe("identity");
  });
});

test("cached bodies are evicted even when tiny: per-entry overhead counts", async () => {
  const bodies = createCompressedBodies(100_000);
  for (let index = 0; index < 200; index += 1)
    await bodies.forceFetch(`wallet ${index}`, { context: () => Buffer.from("{}") });
  expect([bodies.has("wallet 0"), bodies.has("wallet 199")]).toEqual([false, true]);
});

test("a compression that failed is tried again", async () => {
  const failing = new CompressedBody(bytes, "failed");
  let reads = 0;
  Object.defineProperty(failing, "raw", {
    get: () => {
      reads += 1;
      if (reads === 1) throw new Error("no memory");
      return bytes;
    },
  });
  await expect(failing.bytes("gzip")).rejects.toThrow("no memory");
  expect(gunzipSync(await failing.bytes("gzip"))).toEqual(bytes);
});

test("compresses at most four bodies at a time, and eventually all of them", async () => {
  let begun = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === "ZLIB") begun += 1;
    },
  }).enable();
  const bodies = Array.from({ length: 12 }, (_, index) => new CompressedBody(bytes, `body-${index}`));
  const compressed = Promise.all(
    bodies.map(async (each, index) => each.bytes(index % 2 === 0 ? "br" : "gzip")),
  );
  hook.disable();
  expect(begun).toBeGreaterThanOrEqual(1);
  expect(begun).toBeLessThanOrEqual(4);
  const whole = (await compressed).map((each, index) =>
    index % 2 === 0 ? brotliDecompressSync(each) : gunzipSync(each),
  );
  for (const each of whole) expect(each).toEqual(bytes);
});

test("sends new bodies uncompressed while many wait, and keeps using those already compressed", async () => {
  const known = new CompressedBody(bytes, "known");
  await known.bytes("br");
  const many = Array.from({ length: 100 }, (_, index) => new CompressedBody(bytes, `body-${index}`));
  const compressed = Promise.all(many.map(async (each) => each.bytes("br")));
  const late = new CompressedBody(bytes, "late");
  expect(late.choose("br")).toBe("identity");
  expect(known.choose("br")).toBe("br");
  await compressed;
  expect(late.choose("br")).toBe("br");
});
