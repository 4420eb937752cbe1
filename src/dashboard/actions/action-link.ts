// Checks an action's blink URL. Every action link from data must pass here; anything that is not plainly allowed is
// refused with a reason.
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { decodeOnce } from "../../contract/query-text.ts";
import type { Refusal } from "./action-labels.ts";
import { hasBadCharacter, maximumLength, parseUrl, readPublicUrl } from "./public-url.ts";

export type ActionLink =
  | {
      readonly ok: true;
      readonly href: string;
      readonly host: string;
      /** Answers with JSON, so never link to it directly. */
      readonly action: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

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
  if (value.length > maximumLength) return "too-long";
  if (hasBadCharacter(value)) return "bad-character";

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
