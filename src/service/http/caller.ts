// Where a request comes from, as far as the proxies in front of us may be believed.
import { isIPv4, isIPv6 } from "node:net";

/**
 * The address a rate limit counts by. Each trusted proxy adds the address it was called from at the end of
 * X-Forwarded-For, so the caller stands `trustedHops` from the right; anything further left is the caller's own invention.
 * An IPv6 network of 64 bits counts as one address, because one subscriber owns that many.
 */
export function callerAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const direct = remoteAddress ?? "unknown";
  if (trustedHops === 0) return normalised(direct);
  const chain = (forwardedFor ?? "").split(",").map((item) => item.trim());
  const claimed = chain.at(-trustedHops);
  return normalised(claimed === undefined || claimed === "" ? direct : claimed);
}

function normalised(address: string): string {
  const plain = address.replace(/^\[|\]$/g, "").replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return "unknown";
  return networkOf(plain);
}

/** The first four groups of an IPv6 address, written out. */
function networkOf(address: string): string {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const last = tail === "" ? [] : tail.split(":");
    while (groups.length + last.length < 8) groups.push("0");
    groups.push(...last);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Whether the caller reached the outermost trusted proxy over https. */
export function cameOverHttps(forwardedProto: string | undefined, trustedHops: number): boolean {
  return trustedHops > 0 && forwardedProto?.split(",").at(0)?.trim().toLowerCase() === "https";
}
