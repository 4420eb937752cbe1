// GET /api/dashboard, which needs no key.
import { z } from "./zod.ts";

const demoWalletSchema = z.looseObject({
  name: z.string(),
  address: z.string(),
  positions: z.number(),
});

/**
 * - `source.label` is "Demo" or the operator's name for the source, and public
 * - `source.lacks` is what the source does not publish; amounts in tokens are then calculated from US dollars at one price
 * - `source.frozenAt` is the time at which a demo clock is frozen (RFC 3339); charts end there
 * - `clientKey` is the browsers' key, derived and never a configured one; empty where a proxy adds a key
 * - `record` and `alerts` are absent where the service does neither
 * - `interstitialUrl` is the page that action links open; `actionHosts` limits their hosts
 */
export const dashboardConfigSchema = z.looseObject({
  source: z.looseObject({
    kind: z.enum(["demo", "upstream"]),
    label: z.string(),
    lacks: z.optional(z.array(z.enum(["positions", "predictions", "token amounts"]))),
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
