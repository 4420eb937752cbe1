import { createHook } from "node:async_hooks";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { EncodedBodies, EncodedBody, chooseEncoding, encodedAnswer, matchesEtag } from "./encoded-bodies.ts";
import { tagOf } from "../tag.ts";
import type { ServiceAnswer, ServiceRequest } from "./exchange.ts";

const large = {
  markets: Array.from({ length: 200 }, (_, index) => ({ id: `market-${index}` })),
  cursor: null,
};
const ask = (headers: Record<string, string> = {}): Pick<ServiceRequest, "header"> => ({
  header: (name) => headers[name],
});
const bytes = Buffer.from(JSON.stringify(large));
const body = new EncodedBody(bytes, tagOf(bytes));
const contentType = "application/json";
const answer = async (
  request: Pick<ServiceRequest, "header">,
  headers: Record<string, string> = {},
  status = 200,
): Promise<ServiceAnswer> =>
  encodedAnswer(request, { tag: body.tag, contentType, body: () => body }, headers, status);
const bytesOf = (given: ServiceAnswer): Buffer => Buffer.from(given.body ?? "");
const never = (): EncodedBody => expect.fail("was made");

describe("the encoding of an answer", () => {
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
    expect(chooseEncoding(accepted, 5000)).toBe(encoding);
  });

  test("is none for a body too small to gain", () => {
    expect(chooseEncoding("br", 100)).toBe("identity");
  });
});

describe("an encoded answer", () => {
  test("unpacks to the same bytes in every encoding", async () => {
    const plain = bytesOf(await answer(ask()));
    const brotli = await answer(ask({ "accept-encoding": "br" }));
    const gzip = await answer(ask({ "accept-encoding": "gzip" }));
    expect(brotliDecompressSync(bytesOf(brotli))).toEqual(plain);
    expect(gunzipSync(bytesOf(gzip))).toEqual(plain);
    expect(JSON.parse(plain.toString())).toEqual(large);
    expect(gzip.headers).toMatchObject({ vary: "accept-encoding", "content-encoding": "gzip" });
  });

  test("is 304 to whoever has it, with the headers that may have changed, and its body is not made for that", async () => {
    const etag = (await answer(ask())).headers["etag"] ?? "";
    const kept = { tag: body.tag, contentType, body: never };
    expect(await encodedAnswer(ask({ "if-none-match": `"other", ${etag}` }), kept, { age: "12" })).toEqual({
      status: 304,
      headers: { age: "12", etag, vary: "accept-encoding" },
    });
  });

  test("of an error is sent in full even to whoever has it", async () => {
    expect((await answer(ask({ "if-none-match": `W/"${body.tag}"` }), {}, 404)).status).toBe(404);
  });
});

describe("If-None-Match", () => {
  test("compares weakly and knows the star", () => {
    expect(matchesEtag('W/"a"', 'W/"a"')).toBe(true);
    expect(matchesEtag('"a"', 'W/"a"')).toBe(true);
    expect(matchesEtag("*", 'W/"a"')).toBe(true);
    expect(matchesEtag('"b"', 'W/"a"')).toBe(false);
    expect(matchesEtag(undefined, 'W/"a"')).toBe(false);
  });
});

describe("kept bodies", () => {
  test("are found by their tag without being written again", async () => {
    const bodies = new EncodedBodies(1_000_000);
    const first = await bodies.tagged("tag", () => Buffer.from("{}"));
    expect(await bodies.tagged("tag", () => expect.fail("was written again"))).toBe(first);
  });

  test("are written once for all who ask at the same time", async () => {
    const bodies = new EncodedBodies(1_000_000);
    let written = 0;
    const write = async (): Promise<Buffer<ArrayBuffer>> => Buffer.from(`${(written += 1)}`);
    const [first, second] = await Promise.all([bodies.tagged("tag", write), bodies.tagged("tag", write)]);
    expect(second).toBe(first);
    expect(written).toBe(1);
  });

  test("leave when the bound is reached", async () => {
    const bodies = new EncodedBodies(5000);
    const first = await bodies.tagged("a", () => Buffer.alloc(1000));
    await bodies.tagged("b", () => Buffer.alloc(1000));
    expect(await bodies.tagged("a", () => Buffer.alloc(1000))).not.toBe(first);
  });

  test("leave as well where they are many and tiny: an empty answer for each of a million wallets", async () => {
    const bodies = new EncodedBodies(100_000);
    const first = await bodies.tagged("wallet 0", () => Buffer.from("{}"));
    for (let index = 1; index < 200; index += 1)
      await bodies.tagged(`wallet ${index}`, () => Buffer.from("{}"));
    expect(await bodies.tagged("wallet 0", () => Buffer.from("{}"))).not.toBe(first);
  });
});

test("few bodies are compressed at a time, and all in the end", async () => {
  let begun = 0;
  const hook = createHook({
    init: (_, type) => {
      if (type === "ZLIB") begun += 1;
    },
  }).enable();
  const bodies = Array.from({ length: 12 }, (_, index) => new EncodedBody(bytes, `body-${index}`));
  const packed = Promise.all(bodies.map(async (each, index) => each.bytes(index % 2 === 0 ? "br" : "gzip")));
  hook.disable();
  expect(begun).toBeGreaterThanOrEqual(1);
  expect(begun).toBeLessThanOrEqual(4);
  const whole = (await packed).map((each, index) =>
    index % 2 === 0 ? brotliDecompressSync(each) : gunzipSync(each),
  );
  for (const each of whole) expect(each).toEqual(bytes);
});

test("while many wait to be compressed, others are sent as they are, and those that are compressed already as ever", async () => {
  const known = new EncodedBody(bytes, "known");
  expect(await encodingOf(known)).toBe("br");
  const many = Array.from({ length: 100 }, (_, index) => new EncodedBody(bytes, `body-${index}`));
  const packed = Promise.all(many.map(async (each) => each.bytes("br")));
  const late = new EncodedBody(bytes, "late");
  expect(await encodingOf(late)).toBeUndefined();
  expect(await encodingOf(known)).toBe("br");
  await packed;
  expect(await encodingOf(late)).toBe("br");
});

async function encodingOf(sent: EncodedBody): Promise<string | undefined> {
  const representation = { tag: sent.tag, contentType, body: () => sent };
  const { headers } = await encodedAnswer(ask({ "accept-encoding": "br" }), representation, {});
  return headers["content-encoding"];
}
