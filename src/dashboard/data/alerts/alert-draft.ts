import type { AlertMeasure, AlertRule } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { createPageValue, useStoredValue } from "../storage/stored-value.ts";

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

const askedDraft = createPageValue<AlertDraft | undefined>(undefined);
const madeRule = createPageValue<string | undefined>(undefined);

export function openAlertForm(draft: AlertDraft | undefined): void {
  askedDraft.set(draft);
  madeRule.set(undefined);
}

export function useAlertDraft(): AlertDraft | undefined {
  return useStoredValue(askedDraft);
}

export function reportMadeRule(name: string | undefined): void {
  madeRule.set(name);
}

export function useMadeRule(): string | undefined {
  return useStoredValue(madeRule);
}
