// What a rule is to be made about: asked for anywhere, answered by the one form of the application.
import { useSyncExternalStore } from "react";
import type { AlertMeasure, AlertRule } from "../../../contract/alerts/rule.ts";
import type { MarketRow } from "../markets/market-row.ts";

export type AlertDraft =
  | { readonly kind: "market"; readonly row: MarketRow }
  /** `measure`: what the form begins with. */
  | {
      readonly kind: "asset";
      readonly mint: string;
      readonly name: string;
      readonly measure?: AlertMeasure;
    }
  | { readonly kind: "view"; readonly search: string; readonly name: string }
  /** `health`: liquidation LTV / LTV now, where it is known. */
  | {
      readonly kind: "position";
      readonly wallet: string;
      readonly id: string;
      readonly name: string;
      readonly health: number | undefined;
    }
  /** A rule there is, to be changed. */
  | { readonly kind: "rule"; readonly rule: AlertRule };

let asked: AlertDraft | undefined;
let made: string | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the form; undefined closes it. */
export function openAlertForm(draft: AlertDraft | undefined): void {
  asked = draft;
  made = undefined;
  for (const listener of listeners) listener();
}

export function useAlertDraft(): AlertDraft | undefined {
  return useSyncExternalStore(subscribe, () => asked);
}

/** Says that a rule of this name was made, until another is asked for; undefined takes that back. */
export function reportMadeRule(name: string | undefined): void {
  made = name;
  for (const listener of listeners) listener();
}

export function useMadeRule(): string | undefined {
  return useSyncExternalStore(subscribe, () => made);
}
