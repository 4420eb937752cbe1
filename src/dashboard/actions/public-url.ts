// Which addresses from data may be opened at all: https addresses of public hosts, written plainly.
import { unseenCharacters } from "../../contract/names/characters.ts";

export type AddressRefusal =
  | "bad-character"
  | "not-https"
  | "credentials"
  | "malformed"
  | "port"
  | "ip-host"
  | "host";

// Controls, every space, soft hyphen, zero-width and bidi controls, BOM and whatever else is drawn as nothing, and the
// delimiters a URL may not hold. The URL class deletes tabs and newlines and turns \ into / silently, and what cannot be seen
// cannot be judged by a person, so this is looked at before any parsing.
const badCharacter = new RegExp(String.raw`[${unseenCharacters}\p{Z}\\"'\x60<>^|]`, "u");

const unroutableTopLevels = new Set([
  "localhost",
  "local",
  "internal",
  "home",
  "lan",
  "test",
  "invalid",
  "onion",
]);

export function hasBadCharacter(text: string): boolean {
  return badCharacter.test(text);
}

/**
 * Reads a text as an https address of a public host without credentials and port.
 *
 * @returns the parsed address, or the first rule that refuses it
 */
export function readPublicUrl(text: string): URL | AddressRefusal {
  if (hasBadCharacter(text)) return "bad-character";
  if (!/^https:\/\//i.test(text)) return "not-https";
  // The text between the slashes and the path: "https://@host" loses its empty user in parsing, so the text itself is asked.
  const authority = /^[^/?#]*/.exec(text.slice("https://".length))?.[0] ?? "";
  if (authority.includes("@")) return "credentials";
  const url = parseUrl(text);
  if (url === undefined) return "malformed";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (url.port !== "") return "port";
  // The parser has by now turned 2130706433 and 0x7f.1 into 127.0.0.1.
  if (url.hostname.startsWith("[") || /^[\d.]+$/.test(url.hostname)) return "ip-host";
  return isPublicHost(url.hostname) ? url : "host";
}

/** At least two ASCII labels, no punycode (which can look like any other name), and a top level that exists in public. */
function isPublicHost(hostname: string): boolean {
  const labels = hostname.split(".");
  const topLevel = labels.at(-1) ?? "";
  return (
    labels.length >= 2 &&
    hostname.length <= 253 &&
    labels.every(
      (label) => /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(label) && !label.startsWith("xn--"),
    ) &&
    /^[a-z]{2,}$/.test(topLevel) &&
    !unroutableTopLevels.has(topLevel)
  );
}

export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
