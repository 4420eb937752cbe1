// Bodies once they are bytes: encoded and compressed once per content, then sent as often as somebody asks.
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { entryBytes } from "../entry-bytes.ts";
import { memoize } from "../memoize.ts";
import { onceReady } from "../waiting.ts";
import type { ServiceAnswer, ServiceRequest } from "./exchange.ts";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Those worth choosing, the best first. */
const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number] | "identity";

/** A page of markets in a few milliseconds, and hardly larger than it can get. */
const brotliQuality = 5;

/** Each takes a megabyte or two from its beginning: forty at once cost twice as much time each as two. */
const packingAtOnce = Math.min(4, availableParallelism());
/** While so many wait for that, others are sent as they are: a tenth of a second is more than compression saves. */
const mostWaiting = 32;
const waitingToPack: (() => void)[] = [];
let underWay = 0;

/** Does some work once there is room for it, first come first served. */
async function packInTurn(pack: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>> {
  if (underWay < packingAtOnce) underWay += 1;
  else
    await new Promise<void>((resolve) => {
      waitingToPack.push(resolve);
    });
  try {
    return await pack();
  } finally {
    const next = waitingToPack.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }
}

/** One content in the encodings asked for so far. */
export class EncodedBody {
  /** The same for equal contents only. */
  readonly tag: string;
  readonly raw: Buffer<ArrayBuffer>;
  readonly #packed = new Map<Encoding, Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer>>();

  /** @param packed the same content in the encodings that somebody has made before */
  constructor(
    raw: Buffer<ArrayBuffer>,
    tag: string,
    packed: Readonly<Partial<Record<Encoding, Buffer<ArrayBuffer> | undefined>>> = {},
  ) {
    this.raw = raw;
    this.tag = tag;
    for (const encoding of encodings) {
      const bytes = packed[encoding];
      if (bytes !== undefined) this.#packed.set(encoding, bytes);
    }
  }

  /** The bytes in an encoding. Compressed once, even when several ask at the same time. */
  bytes(encoding: Encoding): Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer> {
    if (encoding === "identity") return this.raw;
    const known = this.#packed.get(encoding);
    if (known !== undefined) return known;
    const packing = this.#pack(encoding);
    this.#packed.set(encoding, packing);
    return packing;
  }

  /** Whether the bytes in an encoding are there, or will be soon. */
  comesSoon(encoding: Encoding): boolean {
    return encoding === "identity" || this.#packed.has(encoding) || waitingToPack.length < mostWaiting;
  }

  async #pack(encoding: "br" | "gzip"): Promise<Buffer<ArrayBuffer>> {
    const packed = await packInTurn(() =>
      encoding === "gzip"
        ? compressGzip(this.raw, { level: 6 })
        : compressBrotli(this.raw, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.raw.length,
            },
          }),
    );
    this.#packed.set(encoding, packed);
    return packed;
  }
}

/** Keeps encoded bodies by the tag of their content, bounded by bytes; the least recently used leave first. */
export class EncodedBodies {
  readonly #kept: LRUCache<string, EncodedBody>;
  readonly #written = new Map<string, Promise<EncodedBody>>();

  constructor(maximumBytes: number) {
    // A body counts for twice its length: its compressed forms come on top.
    this.#kept = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: (body) => body.raw.length * 2 + entryBytes,
    });
  }

  /**
   * The body of a tag that no other body has: the kept one, else a new one of the bytes that `write` gives. Whoever asks
   * while these are being written waits for them.
   */
  tagged(
    tag: string,
    write: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>,
  ): EncodedBody | Promise<EncodedBody> {
    const known = this.#kept.get(tag) ?? this.#written.get(tag);
    if (known !== undefined) return known;
    const written = this.#write(tag, write).finally(() => this.#written.delete(tag));
    this.#written.set(tag, written);
    return written;
  }

  async #write(
    tag: string,
    write: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>,
  ): Promise<EncodedBody> {
    const encoded = new EncodedBody(await write(), tag);
    this.#kept.set(tag, encoded);
    return encoded;
  }
}

const smallestWorthCompressing = 1024;

const rememberedPreferences = 200;
const preferences = new LRUCache<string, readonly Encoding[]>({ max: rememberedPreferences });

/** The best encoding a request's Accept-Encoding allows: br, then gzip, then none. Small bodies are left alone. */
export function chooseEncoding(acceptEncoding: string | undefined, length: number): Encoding {
  if (acceptEncoding === undefined || length < smallestWorthCompressing) return "identity";
  let allowed = preferences.get(acceptEncoding);
  if (allowed === undefined) {
    allowed = allowedEncodings(acceptEncoding);
    preferences.set(acceptEncoding, allowed);
  }
  return allowed[0] ?? "identity";
}

function allowedEncodings(acceptEncoding: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return encodings.filter((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0);
}

/** Whether If-None-Match names this content. Weak and strong forms compare equal, as the header's rule is. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const strong = strongForm(etag);
  return ifNoneMatch.split(",").some((item) => {
    const candidate = strongForm(item.trim());
    return candidate === "*" || candidate === strong;
  });
}

function strongForm(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** Remembered, because a text that has just been put together is put together anew by whoever compares it. */
const weakEtag = memoize((tag) => `W/"${tag}"`, { most: 500, longest: 100 });

/** A content before it is needed: what names it, what it is, and how to get it. */
interface Representation {
  readonly tag: string;
  readonly contentType: string;
  readonly body: () => EncodedBody | Promise<EncodedBody>;
}

/**
 * Answers a GET with a content, or with 304 when the caller has it already: then the body is not asked for. The ETag is weak
 * because one content travels in several encodings.
 * @param headers the answer's own; those of its content are added to them
 */
export function encodedAnswer(
  request: Pick<ServiceRequest, "header">,
  { tag, contentType, body }: Representation,
  headers: Record<string, string>,
  status = 200,
): ServiceAnswer | Promise<ServiceAnswer> {
  const etag = weakEtag(tag);
  headers["etag"] = etag;
  headers["vary"] = "accept-encoding";
  if (status === 200 && matchesEtag(request.header("if-none-match"), etag)) return { status: 304, headers };
  headers["content-type"] = contentType;
  return onceReady(body(), (encoded) => {
    const best = chooseEncoding(request.header("accept-encoding"), encoded.raw.length);
    const encoding = encoded.comesSoon(best) ? best : "identity";
    if (encoding !== "identity") headers["content-encoding"] = encoding;
    return onceReady(encoded.bytes(encoding), (bytes) => ({ status, headers, body: bytes }));
  });
}
