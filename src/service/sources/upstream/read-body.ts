// The bound applies to decompressed bytes: kilobytes can unpack to gigabytes.
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
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
  const encoding = contentEncoding?.trim().toLowerCase() ?? "";
  const decompressor = decompressors.get(encoding)?.();
  if (decompressor === undefined && encoding !== "" && encoding !== "identity") {
    body.destroy();
    throw new UpstreamFailure("unreadable", { reason: "content-encoding" });
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const collect = async (stream: AsyncIterable<unknown>): Promise<void> => {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > maximumBytes) throw new UpstreamFailure("too-large");
      chunks.push(chunk);
    }
  };
  // An error of one stream ends the other with it.
  let broken: "network" | "unreadable" | undefined;
  body.once("error", () => (broken ??= "network"));
  decompressor?.once("error", () => (broken ??= "unreadable"));
  try {
    await (decompressor === undefined ? pipeline(body, collect) : pipeline(body, decompressor, collect));
  } catch (error) {
    throw error instanceof UpstreamFailure
      ? error
      : new UpstreamFailure(broken ?? "network", { reason: "body cut" });
  }
  return Buffer.concat(chunks);
}
