// The forms of everything that a page reads before anything is drawn. The build puts this module's values in its place, so that
// neither the schemas nor their library travel with the first page.
import {
  lendingMarketSchema,
  loopMarketSchema,
  otherMarketSchema,
  perpetualMarketSchema,
  predictionMarketSchema,
  yieldMarketSchema,
} from "../market-schema.ts";
import { apiErrorSchema, dashboardConfigSchema, setAsideReportSchema } from "./body-schemas.ts";
import { formOf } from "./form-of-schema.ts";

export const forms = {
  lending: formOf(lendingMarketSchema),
  yield: formOf(yieldMarketSchema),
  loop: formOf(loopMarketSchema),
  perpetual: formOf(perpetualMarketSchema),
  prediction: formOf(predictionMarketSchema),
  other: formOf(otherMarketSchema),
  apiError: formOf(apiErrorSchema),
  setAsideReport: formOf(setAsideReportSchema),
  dashboardConfig: formOf(dashboardConfigSchema),
};
