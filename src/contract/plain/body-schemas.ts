// The schemas of the small answers that a page reads before any schema is there. It knows them by their forms: see forms.ts.
import "../no-code-generation.ts";
import * as z from "zod/mini";

export const demoWalletSchema = z.looseObject({
  name: z.string(),
  address: z.string(),
  positions: z.number(),
});

/**
 * `source.kind` demo: rates are simulated and action links lead to the dashboard's own page.
 * `source.label` names the source for people: "Demo", or the name its operator gave it. Everybody may read it.
 * `source.frozenAt`, when the source's clock stands still: the moment it stands at (RFC 3339). Charts end there, not today.
 * `source.capturedAt`, with demo: the day the real figures behind the simulation were captured (YYYY-MM-DD).
 * `clientKey` is what the browser sends in the key header: a key for browsers, none of the configured ones. Empty where the
 * service hands none out and a proxy in front adds one.
 * `demoWallets`, with demo: wallets of the simulation by name, with how many positions each has. Nobody holds their keys.
 * `record`, where the service keeps a record of all markets: the time from one walk to the next. Without it the operations of
 * the record answer 404.
 * `alerts`, where the service judges rules: how often, and whether it sends what rings to wallets.
 * `interstitialUrl` is the page that action links open; `actionHosts`, when given, limits the hosts an action may name.
 */
export const dashboardConfigSchema = z.looseObject({
  source: z.looseObject({
    kind: z.enum(["demo", "upstream"]),
    label: z.string(),
    capturedAt: z.optional(z.string()),
    frozenAt: z.optional(z.string()),
  }),
  demoWallets: z.optional(z.array(demoWalletSchema)),
  clientKey: z.string(),
  interstitialUrl: z.string(),
  actionHosts: z.optional(z.array(z.string())),
  record: z.optional(z.looseObject({ everyMs: z.number() })),
  alerts: z.optional(z.looseObject({ everyMs: z.number(), send: z.optional(z.literal([true, false])) })),
});

/**
 * The body of every error of the service. `message` is a sentence for a person; `error` is the name of the status; `code`
 * is one of `apiErrorCodes`, or another text from a newer service.
 */
export const apiErrorSchema = z.looseObject({
  statusCode: z.number(),
  message: z.string(),
  error: z.string(),
  code: z.optional(z.string()),
});

/** The JSON of `setAsideReportHeader`: what of each market is wrong, and where it stood in the page, from 0. */
export const setAsideReportSchema = z.array(
  z.looseObject({ index: z.number(), id: z.optional(z.string()), path: z.string(), reason: z.string() }),
);
