// The body of a request, for the operations that have one: read once, bounded in size and time.
import type { IncomingMessage } from "node:http";
import type { ApiErrorCode } from "../../contract/problems.ts";
import { RequestRefused } from "./error-answer.ts";

/**
 * Reads a body to its end. What is refused is left unread: its answer closes the connection.
 * @throws RequestRefused 413 past `maximumBytes`, announced or not; 408 when it takes longer than `withinMs`; 400 when it breaks off
 */
export function readRequestBody(
  incoming: IncomingMessage,
  maximumBytes: number,
  withinMs: number,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (code: ApiErrorCode, message: string): void => {
      leave();
      incoming.pause();
      reject(new RequestRefused(code, message, { connection: "close" }));
    };
    const tooLarge = (): void =>
      refuse("too-large", `The body is larger than ${maximumBytes} bytes. Send less at once.`);
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maximumBytes) tooLarge();
      else chunks.push(chunk);
    };
    const end = (): void => {
      leave();
      resolve(Buffer.concat(chunks));
    };
    const broken = (): void => refuse("bad-request", "The body broke off. Send it again.");
    const timer = setTimeout(
      () => refuse("request-timeout", "The body took too long to arrive. Send it again."),
      withinMs,
    );
    const leave = (): void => {
      clearTimeout(timer);
      incoming.off("data", take).off("end", end).off("close", broken);
    };
    if (Number(incoming.headers["content-length"] ?? 0) > maximumBytes) {
      tooLarge();
      return;
    }
    incoming.on("error", ignoreError).on("data", take).on("end", end).on("close", broken);
  });
}

function ignoreError(): void {}
