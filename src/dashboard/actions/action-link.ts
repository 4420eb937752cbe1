// From the blink URL of an action to a link that works in a browser and is safe to follow. Every link that comes from data
// and leads to an action passes here; what is not plainly allowed is refused with its reason.
import { decodeOnce } from "../../contract/query-text.ts";
import { hasBadCharacter, parseUrl, readPublicUrl } from "./public-url.ts";

/** Why a value did not become a link, in the order in which the rules are applied. */
export const refusals = [
  "not-a-string",
  "empty",
  "too-long",
  "bad-character",
  "scheme",
  "bad-encoding",
  "not-https",
  "credentials",
  "malformed",
  "port",
  "ip-host",
  "host",
  "fragment",
  "placeholder",
  "nested",
  "unstable-escape",
  "host-not-listed",
] as const;
export type Refusal = (typeof refusals)[number];

export type ActionLink =
  | {
      readonly ok: true;
      readonly href: string;
      /** The host of the action itself, which is who the person deals with. */
      readonly host: string;
      /** The action's own address, normalised. It answers JSON and is never linked to directly. */
      readonly action: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

export interface ActionLinkOptions {
  readonly interstitialUrl: string;
  /** When given, the only hosts an action may name, themselves or any host below them. */
  readonly hosts?: readonly string[];
}

const maximumLength = 2048;

const schemes = ["blink:", "solana-action:"] as const;

/**
 * Turns the `blinkUrl` of an action into a link to the interstitial page.
 *
 * Accepts `blink:` and `solana-action:` followed by an https URL of a public host, without credentials, port, fragment,
 * placeholders or another action inside. The query is kept unchanged and nothing is added.
 *
 * @param blinkUrl the value as sent: anything
 * @returns the link, or the first rule that refuses the value
 */
export function toActionLink(blinkUrl: unknown, options: ActionLinkOptions): ActionLink {
  const judged = judge(blinkUrl, options.hosts);
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
  if (value.length > maximumLength) return "too-long";
  if (hasBadCharacter(value)) return "bad-character";

  const scheme = schemes.find((known) => value.startsWith(known));
  if (scheme === undefined) return "scheme";
  let text = value.slice(scheme.length);
  if (text === "") return "empty";
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
  // An empty fragment has no hash but keeps its sign in the address.
  if (url.hash !== "" || url.href.includes("#")) return "fragment";
  if (/[{}]|%7b|%7d/i.test(url.href)) return "placeholder";
  for (const [name, value] of url.searchParams)
    if (name.toLowerCase() === "apiurl" || isActionText(value)) return "nested";
  // Public readers decode the address once or twice: only what stays the same means the same to all of them.
  const decoded = decodeOnce(url.href);
  if (decoded === undefined || parseUrl(decoded)?.href !== url.href) return "unstable-escape";
  return undefined;
}

// Decoded as often as it can be, because an action hidden under a second layer of escapes is still an action to some reader.
function isActionText(value: string): boolean {
  let text = value;
  for (let layer = 0; layer < 3; layer += 1) {
    const lower = text.trimStart().toLowerCase();
    if (schemes.some((scheme) => lower.startsWith(scheme))) return true;
    const decoded = decodeOnce(text);
    if (decoded === undefined || decoded === text) return false;
    text = decoded;
  }
  return false;
}

function isListed(hostname: string, hosts: readonly string[]): boolean {
  return hosts.some((entry) => hostname === entry || hostname.endsWith(`.${entry}`));
}
