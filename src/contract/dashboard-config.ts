// What the browser program must know before it can ask for markets: GET /api/dashboard, which needs no key.
import "./no-code-generation.ts";
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

/** A wallet of the simulation. */
export type DemoWallet = z.infer<typeof demoWalletSchema>;

/** See the schema for what each field says. */
export type DashboardConfig = z.infer<typeof dashboardConfigSchema>;
