import type { AlertMeasure, AlertRule, AlertTarget } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { createPageValue } from "../storage/stored-value.ts";

export type AlertDraft =
  | { readonly kind: "market"; readonly row: MarketRow }
  | {
      readonly kind: "new";
      readonly target: AlertTarget;
      /** The figure that the form begins with. */
      readonly measure?: AlertMeasure;
      /** Of a loan. */
      readonly health?: number;
    }
  | { readonly kind: "rule"; readonly rule: AlertRule };

export const requestedDraft = createPageValue<AlertDraft | undefined>(undefined);
export const createdRuleName = createPageValue<string | undefined>(undefined);

export function openAlertForm(draft: AlertDraft | undefined): void {
  requestedDraft.set(draft);
  createdRuleName.set(undefined);
}
