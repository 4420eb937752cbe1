import { dashboardConfigSchema } from "../dashboard-config.ts";
import { alertEvents, alertRules, deleteAlertRules, putAlertRules, sendMessage } from "./alert-operations.ts";
import { assetHistory, getAsset, listAssets, searchAssets } from "./asset-operations.ts";
import { listMarkets, listMarketsByType, marketsHistory, marketsTrends } from "./market-operations.ts";
import type { Operation } from "./operation.ts";
import { noParameters } from "./parameters.ts";
import { listPositions, positionsHistory, positionsPnl } from "./position-operations.ts";
import { exportRecord, listChanges, marketChanges, recordSummary } from "./record-operations.ts";

const dashboardConfig: Operation = {
  path: "/dashboard",
  summary: "Dashboard configuration",
  description: "The source, the key for browsers and the page that action links open.",
  isPublic: true,
  parameters: noParameters,
  response: { schema: dashboardConfigSchema, description: "The settings of the dashboard." },
  errors: [429],
};

/** By the id that the OpenAPI document gives it. */
export const operations: Readonly<Record<string, Operation>> = {
  listMarkets,
  marketsHistory,
  marketsTrends,
  listMarketsByType,
  listPositions,
  positionsHistory,
  positionsPnl,
  searchAssets,
  listAssets,
  getAsset,
  assetHistory,
  listChanges,
  marketChanges,
  recordSummary,
  exportRecord,
  sendMessage,
  alertRules,
  putAlertRules,
  deleteAlertRules,
  alertEvents,
  dashboardConfig,
};
