import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  EncodedBodies,
  EncodedBody,
  chooseEncoding,
  encodedAnswer,
  matchesEtag,
  tagOf,
} from "./encoded-bodies.ts";
import type { ServiceAnswer, ServiceRequest } from "./exchange.ts";

const large = {
  markets: Array.from({ length: 200 }, (_, index) => ({ id: `market-${index}` })),
  cursor: null,
};
const ask = (headers: Record<string, string> = {}): Pick<ServiceRequest, "header"> => ({
  header: (name) => headers[name],
});
const bytesOf = (answer: ServiceAnswer): Buffer => Buffer.from(answer.body ?? "");

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
  const bytes = Buffer.from(JSON.stringify(large));
  const body = new EncodedBody(bytes, tagOf(bytes));

  test("unpacks to the same bytes in every encoding", async () => {
    const plain = bytesOf(await encodedAnswer(ask(), body, {}));
    const brotli = await encodedAnswer(ask({ "accept-encoding": "br" }), body, {});
    const gzip = await encodedAnswer(ask({ "accept-encoding": "gzip" }), body, {});
    expect(brotliDecompressSync(bytesOf(brotli))).toEqual(plain);
    expect(gunzipSync(bytesOf(gzip))).toEqual(plain);
    expect(JSON.parse(plain.toString())).toEqual(large);
    expect(gzip.headers).toMatchObject({ vary: "accept-encoding", "content-encoding": "gzip" });
  });

  test("is 304 without a body to whoever has it, with the headers that may have changed", async () => {
    const etag = (await encodedAnswer(ask(), body, {})).headers["etag"] ?? "";
    const answer = await encodedAnswer(ask({ "if-none-match": `"other", ${etag}` }), body, {
      age: "12",
      "content-type": "application/json",
    });
    expect(answer).toEqual({ status: 304, headers: { age: "12", etag, vary: "accept-encoding" } });
  });

  test("of an error is sent in full even to whoever has it", async () => {
    const etag = `W/${body.etag}`;
    expect((await encodedAnswer(ask({ "if-none-match": etag }), body, {}, 404)).status).toBe(404);
  });
});

describe("If-None-Match", () => {
  test("compares weakly and knows the star", () => {
    expect(matchesEtag('W/"a"', '"a"')).toBe(true);
    expect(matchesEtag('"a"', '"a"')).toBe(true);
    expect(matchesEtag("*", '"a"')).toBe(true);
    expect(matchesEtag('"b"', '"a"')).toBe(false);
    expect(matchesEtag(undefined, '"a"')).toBe(false);
  });
});

describe("kept bodies", () => {
  test("are found by their tag without being written again", async () => {
    const bodies = new EncodedBodies(1_000_000);
    const first = await bodies.tagged("tag", () => Buffer.from("{}"));
    expect(await bodies.tagged("tag", () => expect.fail("was written again"))).toBe(first);
  });

  test("leave when the bound is reached", async () => {
    const bodies = new EncodedBodies(3000);
    const first = await bodies.tagged("a", () => Buffer.alloc(1000));
    await bodies.tagged("b", () => Buffer.alloc(1000));
    expect(await bodies.tagged("a", () => Buffer.alloc(1000))).not.toBe(first);
  });
});
