// What the browser program must know before it can ask for markets: GET /api/dashboard, which needs no key.
import type * as z from "zod/mini";
import type { dashboardConfigSchema, demoWalletSchema } from "./plain/body-schemas.ts";

/** A wallet of the simulation. */
export type DemoWallet = z.infer<typeof demoWalletSchema>;

/** See the schema for what each field says. */
export type DashboardConfig = z.infer<typeof dashboardConfigSchema>;

/**
 * The id of the `<script type="application/json">` in which the service that serves the page gives it the configuration. A page
 * that is served by somebody else has none and asks for it.
 */
export const dashboardConfigElementId = "dashboard-config";
