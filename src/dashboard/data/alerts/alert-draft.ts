import type { AlertMeasure, AlertRule } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { createPageValue } from "../storage/stored-value.ts";

export type AlertDraft =
  | { readonly kind: "market"; readonly row: MarketRow }
  | {
      readonly kind: "asset";
      readonly mint: string;
      readonly name: string;
      readonly measure?: AlertMeasure;
    }
  | { readonly kind: "view"; readonly search: string; readonly name: string }
  | {
      readonly kind: "position";
      readonly wallet: string;
      readonly id: string;
      readonly name: string;
      readonly health: number | undefined;
    }
  | { readonly kind: "rule"; readonly rule: AlertRule };

export const askedDraft = createPageValue<AlertDraft | undefined>(undefined);
/** The name of the rule that was just created. */
export const madeRule = createPageValue<string | undefined>(undefined);

export function openAlertForm(draft: AlertDraft | undefined): void {
  askedDraft.set(draft);
  madeRule.set(undefined);
}
