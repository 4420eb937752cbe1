// Compresses each content once. Hono's middleware would compress every response, with no limit on concurrency.
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { parseAccept } from "hono/utils/accept";
import { LRUCache } from "lru-cache";
import { entryBytes, tagOf } from "../sources/source-response.ts";
import { createLimit } from "../waiting.ts";

type Bytes = Buffer<ArrayBuffer>;
type Encoding = "br" | "gzip" | "identity";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Takes a few milliseconds for a page of markets, and is close to the smallest size. */
const brotliQuality = 5;
const minBytesToCompress = 1024;

/** A compressor takes one or two megabytes. With forty at once each took twice as long as with two. */
const maxAtOnce = Math.min(4, availableParallelism());
/** With more waiting, bodies are sent uncompressed: a wait of 0.1 s costs more than compression saves. */
const maxWaiting = 32;
const compressions = createLimit(maxAtOnce);

export class CompressedBody {
  readonly raw: Bytes;
  readonly tag: string;
  readonly #compressed = new Map<Encoding, Promise<Bytes>>();

  /** `tag` must be equal for equal contents only. */
  constructor(raw: Bytes, tag = tagOf(raw)) {
    this.raw = raw;
    this.tag = tag;
  }

  choose(acceptEncoding: string | undefined): Encoding {
    if (acceptEncoding === undefined || this.raw.length < minBytesToCompress) return "identity";
    const best = bestEncodings.memo(acceptEncoding);
    return this.#compressed.has(best) || compressions.waiting() < maxWaiting ? best : "identity";
  }

  async bytes(encoding: Encoding): Promise<Bytes> {
    if (encoding === "identity") return this.raw;
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const compressing = compressions.run(() =>
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
    compressing.catch(() => this.#compressed.delete(encoding));
    return compressing;
  }
}

/** By Accept-Encoding. Browsers send few different ones. */
const bestEncodings = new LRUCache<string, Encoding>({ max: 100, memoMethod: bestEncoding });

function bestEncoding(acceptEncoding: string): Encoding {
  const weights = new Map(parseAccept(acceptEncoding.toLowerCase()).map(({ type, q }) => [type, q]));
  const isAccepted = (name: Encoding): boolean => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  return (["br", "gzip"] as const).find(isAccepted) ?? "identity";
}

/** Cache of bodies by tag. Callers that request the same body at the same time share its creation. */
export function createCompressedBodies(maxBytes: number) {
  return new LRUCache<string, CompressedBody, () => Bytes | Promise<Bytes>>({
    maxSize: maxBytes,
    // Twice the length, because the compressed forms are cached too.
    sizeCalculation: (body) => body.raw.length * 2 + entryBytes,
    // A body that is evicted while it is being created still reaches the callers that wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (tag, _, { context }) => new CompressedBody(await context(), tag),
  });
}
