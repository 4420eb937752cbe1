// As untrusted as an action's URL, so the same rules apply, except that fragments are allowed: many pages need one.
import type { Refusal } from "./action-labels.ts";
import { readPublicUrl } from "./public-url.ts";

export type WebsiteLink =
  | { readonly ok: true; readonly href: string; readonly host: string }
  | { readonly ok: false; readonly refusal: Refusal };

export function toWebsiteLink(websiteUrl: string | undefined): WebsiteLink | undefined {
  if (websiteUrl === undefined) return undefined;
  const url = readPublicUrl(websiteUrl);
  if (typeof url === "string") return { ok: false, refusal: url };
  return { ok: true, href: url.href, host: url.hostname };
}
