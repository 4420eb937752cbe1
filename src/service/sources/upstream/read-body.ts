// The bound applies to decompressed bytes: kilobytes can unpack to gigabytes.
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { UpstreamFailure } from "./upstream-failure.ts";

const decompressors = new Map<string, () => ReturnType<typeof createGunzip>>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/** The caller handles the body's own errors. @throws UpstreamFailure too-large or unreadable, and what the body throws */
export async function readBody(
  body: Readable,
  contentEncoding: string,
  maximumBytes: number,
): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase();
  const decompressor = decompressors.get(encoding)?.();
  if (decompressor === undefined && encoding !== "" && encoding !== "identity") {
    body.destroy();
    throw new UpstreamFailure("unreadable", { reason: "content-encoding" });
  }
  // An error of the body reaches the reader through the decompressor.
  if (decompressor !== undefined) body.on("error", (error) => decompressor.destroy(error)).pipe(decompressor);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decompressor ?? body) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > maximumBytes) throw new UpstreamFailure("too-large");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    body.destroy();
  }
}
