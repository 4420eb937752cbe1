// Each content is compressed once. Hono's middleware would compress every answer, without a bound on concurrency.
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { entryBytes } from "../entry-bytes.ts";

type Bytes = Buffer<ArrayBuffer>;
type Encoding = "br" | "gzip" | "identity";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** A few milliseconds for a page of markets, and close to the smallest size. */
const brotliQuality = 5;
const smallestWorthCompressing = 1024;

/** Each compressor takes a megabyte or two; forty at once took twice as long each as two. */
const mostAtOnce = Math.min(4, availableParallelism());
/** Beyond this, send uncompressed: waiting 0.1 s costs more than compression saves. */
const mostWaiting = 32;
const waiting: (() => void)[] = [];
let underWay = 0;

async function inTurn(compress: () => Promise<Bytes>): Promise<Bytes> {
  if (underWay < mostAtOnce) underWay += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await compress();
  } finally {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  }
}

export class CompressedBody {
  readonly raw: Bytes;
  readonly tag: string;
  readonly #compressed = new Map<Encoding, Promise<Bytes>>();

  /** `tag` is equal for equal contents only. */
  constructor(raw: Bytes, tag: string) {
    this.raw = raw;
    this.tag = tag;
  }

  choose(acceptEncoding: string | undefined): Encoding {
    if (acceptEncoding === undefined || this.raw.length < smallestWorthCompressing) return "identity";
    const weights = readWeights(acceptEncoding);
    const allowed = (["br", "gzip"] as const).find(
      (name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0,
    );
    return allowed !== undefined && (this.#compressed.has(allowed) || waiting.length < mostWaiting)
      ? allowed
      : "identity";
  }

  async bytes(encoding: Encoding): Promise<Bytes> {
    if (encoding === "identity") return this.raw;
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const compressing = inTurn(() =>
      encoding === "gzip"
        ? compressGzip(this.raw, { level: 6 })
        : compressBrotli(this.raw, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
              [constants.BROTLI_PARAM_SIZE_HINT]: this.raw.length,
            },
          }),
    );
    this.#compressed.set(encoding, compressing);
    return compressing;
  }
}

function readWeights(acceptEncoding: string): ReadonlyMap<string, number> {
  return new Map(
    acceptEncoding
      .toLowerCase()
      .split(",")
      .map((item) => {
        const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
        const weight = parameters.find((parameter) => parameter.startsWith("q="));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
}

export class CompressedBodies {
  readonly #kept: LRUCache<string, CompressedBody>;
  readonly #written = new Map<string, Promise<CompressedBody>>();

  constructor(maximumBytes: number) {
    // Twice the length: compressed forms are kept too.
    this.#kept = new LRUCache({
      maxSize: maximumBytes,
      sizeCalculation: (body) => body.raw.length * 2 + entryBytes,
    });
  }

  async tagged(tag: string, write: () => Bytes | Promise<Bytes>): Promise<CompressedBody> {
    const known = this.#kept.get(tag) ?? this.#written.get(tag);
    if (known !== undefined) return known;
    const written = this.#write(tag, write).finally(() => this.#written.delete(tag));
    this.#written.set(tag, written);
    return written;
  }

  async #write(tag: string, write: () => Bytes | Promise<Bytes>): Promise<CompressedBody> {
    const body = new CompressedBody(await write(), tag);
    this.#kept.set(tag, body);
    return body;
  }
}
