// Judgements in a few words with an icon: chips in a row, or a flag in a list.
import {
  Ban,
  CircleQuestionMark,
  Gauge,
  Gift,
  Info,
  Layers,
  Lock,
  LogOut,
  Check,
  TrendingUp,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { Explained } from "../overlay/tooltip.tsx";
import { classNames } from "../page/class-names.ts";

/** `bad` is drawn in the danger colour; the icon and the words carry the meaning without it. */
export type FactTone = "bad" | "warning" | "info" | "good" | "unknown";

const icons = {
  ban: Ban,
  exit: LogOut,
  gauge: Gauge,
  gift: Gift,
  info: Info,
  layers: Layers,
  lock: Lock,
  tick: Check,
  trend: TrendingUp,
  triangle: TriangleAlert,
  unknown: CircleQuestionMark,
} as const satisfies Readonly<Record<string, LucideIcon>>;

export type FactIconName = keyof typeof icons;

export function FactIcon({
  name,
  className = "",
}: {
  readonly name: FactIconName;
  readonly className?: string;
}): ReactNode {
  const { [name]: Icon } = icons;
  return <Icon aria-hidden="true" className={`size-[13px] flex-none ${className}`} />;
}

export interface FactChip {
  readonly id: string;
  readonly tone: FactTone;
  readonly icon: FactIconName;
  /** At most four words. */
  readonly label: string;
  /** The figure behind the label. Where there is no room only screen readers get it. */
  readonly figure: string | undefined;
  /** The tooltip: what it means, how it is worked out, and the source. */
  readonly note: string;
}

const looks: Readonly<Record<FactTone, string>> = {
  bad: "border-danger-line bg-danger-bg text-danger",
  warning: "border-line2",
  info: "border-line2",
  good: "border-line2",
  unknown: "border-dashed border-control",
};

/** @param brief labels alone: the figures are left to screen readers */
export function FactChips({
  chips,
  brief = false,
}: {
  readonly chips: readonly FactChip[];
  readonly brief?: boolean;
}): ReactNode {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="In short" className="flex flex-wrap gap-2">
      {chips.map(({ id, tone, icon, label, figure, note }) => (
        <li key={id} className="max-w-full">
          <Explained
            help={note}
            className={classNames(
              "inline-flex min-h-[26px] max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-small leading-4",
              looks[tone],
            )}
          >
            <FactIcon name={icon} />
            <span className="min-w-0">
              <span className="font-medium">{label}</span>
              {figure === undefined ? null : (
                <span className={brief ? "sr-only" : tone === "bad" ? "" : "text-text2"}> {figure}</span>
              )}
            </span>
          </Explained>
        </li>
      ))}
    </ul>
  );
}
