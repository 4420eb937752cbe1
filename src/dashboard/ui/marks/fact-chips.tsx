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
  TrendingDown,
  TrendingUp,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import type { FactChip, FactIconName, FactTone } from "../../../domain/marks.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { Explained, tipProps } from "../overlay/tooltip.tsx";
import { classNames } from "../page/class-names.ts";

const icons = {
  ban: Ban,
  exit: LogOut,
  fall: TrendingDown,
  gauge: Gauge,
  gift: Gift,
  info: Info,
  layers: Layers,
  lock: Lock,
  rise: TrendingUp,
  tick: Check,
  triangle: TriangleAlert,
  unknown: CircleQuestionMark,
} as const satisfies Readonly<Record<FactIconName, LucideIcon>>;

export function FactIcon({ name }: { readonly name: FactIconName }): ReactNode {
  const { [name]: Icon } = icons;
  return <Icon className="size-[13px] flex-none" />;
}

const toneStyles: Readonly<Record<FactTone, string>> = {
  bad: "border-danger-line bg-danger-bg text-danger",
  warning: "border-line2",
  info: "border-line2",
  good: "border-line2",
  unknown: "border-dashed border-control",
};

export function factText(chip: FactChip | undefined): string {
  return joinParts([chip?.label, chip?.figure]);
}

/** A chip without a border, within a link. */
export function FactLine(chip: FactChip): ReactNode {
  return (
    <span
      {...tipProps(chip.note, false)}
      className={classNames(
        "flex items-start gap-1 text-small whitespace-normal",
        chip.tone === "bad" ? "text-danger" : "text-text2",
      )}
    >
      <span className="flex h-lh items-center">
        <FactIcon name={chip.icon} />
      </span>
      <span>{factText(chip)}</span>
    </span>
  );
}

export function FactChips({
  chips,
  brief = false,
}: {
  readonly chips: readonly FactChip[];
  readonly brief?: boolean;
}): ReactNode {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Summary" className="flex flex-wrap gap-2">
      {chips.map(({ id, tone, icon, label, figure, note }) => (
        <li key={id} className="max-w-full">
          <Explained
            help={note}
            className={classNames(
              "relative inline-flex min-h-[26px] max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-small leading-4",
              toneStyles[tone],
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
