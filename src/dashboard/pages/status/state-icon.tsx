// One shape per state, so that color is never the only sign.
import { CircleCheck, Clock, Contrast, TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Fault } from "../../../contract/problems.ts";
import { problemIcons } from "../../ui/marks/problem-icons.ts";
import type { DataWord } from "./data-state.ts";

const icons: Readonly<Record<DataWord, LucideIcon>> = {
  Complete: CircleCheck,
  Partial: Contrast,
  Loading: Clock,
  Stale: Clock,
  Offline: WifiOff,
  Failed: TriangleAlert,
};

export function stateIcon(word: DataWord, error: Fault | undefined): ReactNode {
  const Icon =
    (word === "Failed" && error !== undefined ? problemIcons[error.kind] : undefined) ?? icons[word];
  return <Icon aria-hidden className="size-3.5 shrink-0" />;
}
