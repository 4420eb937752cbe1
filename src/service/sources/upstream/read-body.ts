// The bound applies to decompressed bytes: kilobytes can unpack to gigabytes.
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

/** The caller handles the body's own errors. @throws UpstreamFailure too-large, unreadable, or network */
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
  // The connection's error wins over the decompressor's "unexpected end".
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
