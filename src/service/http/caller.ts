import { isIPv4, isIPv6 } from "node:net";
import * as ip from "hono/utils/ipaddr";

// The address that rate limits count by. Each trusted proxy appends its caller's address to X-Forwarded-For; anything
// further left can be forged. IPv6 addresses count per /64, which is what one subscriber has.
export function callerAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  const direct = remoteAddress ?? "unknown";
  if (trustedHops === 0) return normalize(direct);
  const chain = (forwardedFor ?? "").split(",").map((item) => item.trim());
  const claimed = chain.at(-trustedHops);
  return normalize(claimed === undefined || claimed === "" ? direct : claimed);
}

/** The /48 that contains a /64. One hosting customer may own the whole /48. */
export function widerNetwork(caller: string): string | undefined {
  return caller.endsWith("/64") ? `${caller.split(":", 3).join(":")}::/48` : undefined;
}

const maxAddressLength = 80;

function normalize(address: string): string {
  if (isIPv4(address)) return address;
  if (address.length > maxAddressLength) return "unknown";
  const plain = withoutPort(address);
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? networkOf(plain) : "unknown";
}

/** Some proxies append a port: 1.2.3.4:5678 or [2001:db8::1]:5678. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, "$1");
}

/** The /64 of an IPv6 address, or the IPv4 address mapped into it. */
function networkOf(address: string): string {
  const [withoutZone = ""] = address.split("%", 1);
  const bits = ip.convertIPv6ToBinary(withoutZone);
  if (ip.isIPv4MappedIPv6(bits)) return ip.convertIPv4BinaryToString(ip.convertIPv4MappedIPv6ToIPv4(bits));
  const groups = [112n, 96n, 80n, 64n].map((shift) => ((bits >> shift) & 0xffffn).toString(16));
  return `${groups.join(":")}::/64`;
}

/** As seen by the outermost trusted proxy. */
export function cameOverHttps(forwardedProto: string | undefined): boolean {
  return forwardedProto?.split(",").at(0)?.trim().toLowerCase() === "https";
}
