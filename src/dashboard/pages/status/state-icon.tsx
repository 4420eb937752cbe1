// Each state has its own shape, so that colour is never the only sign.
import { CircleCheck, Clock, Contrast, TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { DataWord } from "./data-state.ts";

const icons: Readonly<Record<DataWord, LucideIcon>> = {
  Complete: CircleCheck,
  Partial: Contrast,
  Loading: Clock,
  Stale: Clock,
  Offline: WifiOff,
  Failed: TriangleAlert,
};

export function StateIcon({ word }: { readonly word: DataWord }): ReactNode {
  const Icon = icons[word];
  return <Icon className="size-3.5 shrink-0" />;
}
