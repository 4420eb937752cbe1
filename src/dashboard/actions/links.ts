// Checks links from data, which must all pass here. Anything that is not plainly allowed is refused with a reason.
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { unseenCharacters } from "../../contract/names/characters.ts";
import { decodeOnce } from "../../contract/query-text.ts";

export const refusalReasons = {
  "not-a-string": "it has no link",
  empty: "its link is empty",
  "too-long": "its link is too long",
  "bad-character": "its link contains an invalid character",
  scheme: "its link is not an action link",
  "bad-encoding": "its link cannot be decoded",
  "not-https": "its link is not https",
  credentials: "its link contains a user name or hides its host",
  malformed: "its link is malformed",
  port: "its link uses a non-standard port",
  "ip-host": "its link uses an IP address",
  host: "its link has no public host",
  fragment: "its link has a fragment",
  placeholder: "its link has an unfilled placeholder",
  nested: "its link contains another action",
  "unstable-escape": "its link changes each time it is decoded",
  "host-not-listed": "its host is not on the list of allowed hosts",
} as const;

export type Refusal = keyof typeof refusalReasons;

interface Refused {
  readonly ok: false;
  readonly refusal: Refusal;
}

interface Allowed {
  readonly ok: true;
  readonly href: string;
  readonly host: string;
}

export type WebsiteLink = Allowed | Refused;
/** `action` answers with JSON, so never link to it directly. */
export type ActionLink = (Allowed & { readonly action: string }) | Refused;

/** Only `actionHosts` and their subdomains are allowed. */
export type ActionLinkOptions = Pick<DashboardConfig, "interstitialUrl" | "actionHosts">;

const schemes = ["blink:", "solana-action:"] as const;

/** Accepts `blink:` or `solana-action:` followed by an https URL of a public host. The query is unchanged. */
export function toActionLink(blinkUrl: unknown, options: ActionLinkOptions): ActionLink {
  const judged = judge(blinkUrl, options.actionHosts);
  if (typeof judged === "string") return { ok: false, refusal: judged };
  const { interstitialUrl } = options;
  const { href: action, hostname: host } = judged;
  const joint = interstitialUrl.includes("?") ? "&" : "?";
  const href = `${interstitialUrl}${joint}action=${encodeURIComponent(`solana-action:${action}`)}`;
  return { ok: true, href, host, action };
}

function judge(value: unknown, hosts: readonly string[] | undefined): URL | Refusal {
  if (typeof value !== "string") return "not-a-string";
  if (value === "") return "empty";
  if (value.length > maxLength) return "too-long";
  if (badCharacter.test(value)) return "bad-character";

  const scheme = schemes.find((known) => value.startsWith(known));
  if (scheme === undefined) return "scheme";
  let text = value.slice(scheme.length);
  if (/^https%3a/i.test(text)) {
    const decoded = decodeOnce(text);
    if (decoded === undefined) return "bad-encoding";
    text = decoded;
  }
  const url = readPublicUrl(text);
  if (typeof url === "string") return url;
  const refusal = judgeContent(url);
  if (refusal !== undefined) return refusal;
  return hosts === undefined || isListed(url.hostname, hosts) ? url : "host-not-listed";
}

function judgeContent(url: URL): Refusal | undefined {
  // `hash` would be empty for an empty fragment, too.
  if (url.href.includes("#")) return "fragment";
  for (const [name, value] of url.searchParams)
    if (name.toLowerCase() === "apiurl" || isActionText(value)) return "nested";
  // Readers decode the URL once or twice, so decoding must not change it.
  const decoded = decodeOnce(url.href);
  if (decoded === undefined || parseUrl(decoded)?.href !== url.href) return "unstable-escape";
  return undefined;
}

// The value is decoded already. An action under a second layer of escapes counts as an unstable escape.
function isActionText(value: string): boolean {
  const text = value.trimStart().toLowerCase();
  return schemes.some((scheme) => text.startsWith(scheme));
}

function isListed(hostname: string, hosts: readonly string[]): boolean {
  return hosts.some((entry) => hostname === entry || hostname.endsWith(`.${entry}`));
}

/** As untrusted as an action's URL, so the same rules apply, except that fragments are allowed: many pages need one. */
export function toWebsiteLink(websiteUrl: string | undefined): WebsiteLink | undefined {
  if (websiteUrl === undefined) return undefined;
  const url = readPublicUrl(websiteUrl);
  if (typeof url === "string") return { ok: false, refusal: url };
  return { ok: true, href: url.href, host: url.hostname };
}

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

const maxLength = 2048;

/** The URL if it is plain https to a public host, without credentials, port or placeholder, or else why it is refused. */
function readPublicUrl(text: string): URL | Refusal {
  if (text === "") return "empty";
  if (text.length > maxLength) return "too-long";
  if (badCharacter.test(text)) return "bad-character";
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

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
