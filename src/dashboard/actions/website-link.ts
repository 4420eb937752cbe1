// As untrusted as an action's URL, so the same rules apply, except that fragments are allowed: many pages need one.
import type { Refusal } from "./action-labels.ts";
import { readPublicUrl } from "./public-url.ts";

export type WebsiteLink =
  | { readonly ok: true; readonly href: string; readonly host: string }
  | { readonly ok: false; readonly refusal: Refusal };

const maximumLength = 2048;

export function toWebsiteLink(websiteUrl: string | undefined): WebsiteLink | undefined {
  if (websiteUrl === undefined) return undefined;
  if (websiteUrl === "") return { ok: false, refusal: "empty" };
  if (websiteUrl.length > maximumLength) return { ok: false, refusal: "too-long" };
  const url = readPublicUrl(websiteUrl);
  if (typeof url === "string") return { ok: false, refusal: url };
  if (/[{}]|%7b|%7d/i.test(url.href)) return { ok: false, refusal: "placeholder" };
  return { ok: true, href: url.href, host: url.hostname };
}
