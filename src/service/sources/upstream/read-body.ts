// The bytes of an upstream answer, decompressed and bounded. The bound is on what comes OUT of the decompressor: a few
// kilobytes can unpack to gigabytes, and are refused as soon as the bound is passed rather than when memory is gone.
import { once } from "node:events";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { UpstreamFailure } from "./upstream-failure.ts";

const decompressors = new Map<string, () => ReturnType<typeof createGunzip>>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/**
 * Reads a body to its end, or destroys it. The caller listens for the body's own errors.
 * @param contentEncoding the header as sent; absent or identity means plain
 * @throws UpstreamFailure too-large past `maximumBytes`; unreadable for an unknown encoding or bytes that do not
 *   decompress; network when the connection breaks first
 */
export async function readBody(
  body: Readable,
  contentEncoding: string | undefined,
  maximumBytes: number,
): Promise<Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity" || encoding === "") return collect(body, maximumBytes, "network");
  const create = decompressors.get(encoding);
  if (create === undefined) {
    body.destroy();
    throw new UpstreamFailure("unreadable", { reason: "content-encoding" });
  }
  const decompressor = create();
  // The source's own failure must win over the "unexpected end" the decompressor reports for a body that was cut.
  let broken = false;
  body.once("error", () => {
    broken = true;
    decompressor.destroy(new Error("connection lost"));
  });
  body.pipe(decompressor);
  try {
    return await collect(decompressor, maximumBytes, "unreadable");
  } catch (error) {
    if (broken) throw new UpstreamFailure("network", { reason: "body cut" });
    throw error;
  } finally {
    body.unpipe(decompressor);
    body.destroy();
    if (!decompressor.closed) {
      decompressor.destroy();
      await once(decompressor, "close").catch(() => {});
    }
  }
}

async function collect(
  stream: Readable,
  maximumBytes: number,
  onError: "network" | "unreadable",
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > maximumBytes) throw new UpstreamFailure("too-large");
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamFailure ? error : new UpstreamFailure(onError, { reason: "body cut" });
  }
  return Buffer.concat(chunks);
}
