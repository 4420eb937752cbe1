import { createHook } from "node:async_hooks";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { UnreadBytes } from "../unread-bytes.ts";
import { contentAnswer } from "./answers.ts";
import { CompressedBody, createCompressedBodies } from "./compressed-bodies.ts";
import type { ServiceEnv } from "./context.ts";

const large = {
  markets: Array.from({ length: 200 }, (_, index) => ({ id: `market-${index}` })),
  cursor: null,
};
const bytes = Buffer.from(JSON.stringify(large));
const body = new CompressedBody(bytes, "tag");
const etag = 'W/"tag"';

const app = new Hono<ServiceEnv>();
app.use(async (c, next) => {
  c.set("unread", new UnreadBytes({ inAll: 0, perCaller: 0 }));
  await next();
});
app.get("/:status", (c) => {
  const content = { tag: "tag", contentType: "application/json", body: () => body };
  return contentAnswer(c, content, { age: "12" }, c.req.param("status") === "404" ? 404 : 200);
});
const ask = async (headers: Record<string, string> = {}, status = 200): Promise<Response> =>
  app.request(`/${status}`, { headers }, {});

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

  test("decompresses to the same bytes", async () => {
    const plain = Buffer.from(await (await ask()).arrayBuffer());
    const brotli = await ask({ "accept-encoding": "br" });
    const gzip = await ask({ "accept-encoding": "gzip" });
    expect(brotliDecompressSync(Buffer.from(await brotli.arrayBuffer()))).toEqual(plain);
    expect(gunzipSync(Buffer.from(await gzip.arrayBuffer()))).toEqual(plain);
    expect(JSON.parse(plain.toString())).toEqual(large);
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gzip.headers.get("vary")).toBe("accept-encoding");
  });
});

describe("If-None-Match", () => {
  test.each([`"other", ${etag}`, '"tag"', "*"])(
    "%s matches the content: answers 304 with its age",
    async (given) => {
      const answer = await ask({ "if-none-match": given });
      expect([answer.status, answer.headers.get("age"), answer.headers.get("etag")]).toEqual([
        304,
        "12",
        etag,
      ]);
    },
  );

  test("sends the full response for other content and for errors", async () => {
    expect((await ask({ "if-none-match": '"b"' })).status).toBe(200);
    expect((await ask({ "if-none-match": etag }, 404)).status).toBe(404);
  });
});

describe("cached bodies", () => {
  test("are evicted even when tiny: per-entry overhead counts", async () => {
    const bodies = createCompressedBodies(100_000);
    for (let index = 0; index < 200; index += 1)
      await bodies.forceFetch(`wallet ${index}`, { context: () => Buffer.from("{}") });
    expect([bodies.has("wallet 0"), bodies.has("wallet 199")]).toEqual([false, true]);
  });
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
