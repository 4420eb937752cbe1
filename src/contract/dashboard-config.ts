// GET /api/dashboard: what the dashboard needs before it can request markets. It takes no key.
import "./no-code-generation.ts";
import * as z from "zod/mini";

export const demoWalletSchema = z.looseObject({
  name: z.string(),
  address: z.string(),
  positions: z.number(),
});

/**
 * - `source.kind` demo: rates are simulated, and action links lead to the dashboard's own page.
 * - `source.label` is "Demo" or the operator's name for the source. It is public.
 * - `source.frozenAt`: the time at which the source's clock is frozen (RFC 3339). Charts end there.
 * - `source.capturedAt`: the day on which the demo's figures were captured (YYYY-MM-DD).
 * - `clientKey`: the key that browsers send, never a configured one; empty where a proxy adds a key.
 * - `demoWallets`: wallets of the demo by name, with the number of their positions.
 * - `record`, where the service keeps a record: the time between two polls. Without it the record's operations answer
 * 404.
 * - `alerts`, where the service judges rules: how often, and whether it can send to wallets.
 * - `interstitialUrl` is the page that action links open; `actionHosts`, if given, limits the hosts of actions.
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

export type DemoWallet = z.infer<typeof demoWalletSchema>;

export type DashboardConfig = z.infer<typeof dashboardConfigSchema>;
