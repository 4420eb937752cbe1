import { useSyncExternalStore } from "react";
import type { AlertMeasure, AlertRule } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

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

let asked: AlertDraft | undefined;
let made: string | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function openAlertForm(draft: AlertDraft | undefined): void {
  asked = draft;
  made = undefined;
  for (const listener of listeners) listener();
}

export function useAlertDraft(): AlertDraft | undefined {
  return useSyncExternalStore(subscribe, () => asked);
}

export function reportMadeRule(name: string | undefined): void {
  made = name;
  for (const listener of listeners) listener();
}

export function useMadeRule(): string | undefined {
  return useSyncExternalStore(subscribe, () => made);
}
