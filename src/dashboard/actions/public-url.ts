// Only plain https URLs of public hosts may be opened.
import { unseenCharacters } from "../../contract/names/characters.ts";
import type { Refusal } from "./action-labels.ts";

// Invisible characters and URL delimiters. Checked before parsing, because URL silently deletes tabs and newlines and
// turns \ into /.
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

export const maximumLength = 2048;

/** Returns the URL if it has no credentials, port or placeholder, or else the first rule that refuses it. */
export function readPublicUrl(text: string): URL | Refusal {
  if (text === "") return "empty";
  if (text.length > maximumLength) return "too-long";
  if (hasBadCharacter(text)) return "bad-character";
  if (!/^https:\/\//i.test(text)) return "not-https";
  // Checks the text, because parsing drops the empty user of "https://@host" and skips extra slashes.
  if (/^https:\/+[^/?#]*@/i.test(text)) return "credentials";
  const url = parseUrl(text);
  if (url === undefined) return "malformed";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (url.port !== "") return "port";
  // The parser has already turned 2130706433 and 0x7f.1 into 127.0.0.1.
  if (url.hostname.startsWith("[") || /^[\d.]+$/.test(url.hostname)) return "ip-host";
  if (!isPublicHost(url.hostname)) return "host";
  return /[{}]|%7b|%7d/i.test(url.href) ? "placeholder" : url;
}

/** Requires at least two ASCII labels and a public top level. Refuses punycode, which can imitate any name. */
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
