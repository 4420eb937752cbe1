import type { ReactNode } from "react";
import type { Formatted } from "../../../domain/format/number.ts";
import { NonBreakingFigures } from "../marks/truncated-line.tsx";
import { NumberText } from "../marks/number-text.tsx";
import { triangle } from "../marks/inline-icons.tsx";
import { tipProps } from "../overlay/tooltip.tsx";
import { classNames } from "../page/class-names.ts";

export interface StatFigure {
  readonly label: string;
  readonly value?: Formatted | string | undefined;
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
  readonly missing?: string | undefined;
  readonly danger?: boolean;
  readonly noteClass?: string;
  /** Meaning, formula and source. Shown on hover, focus and long press. */
  readonly help: string;
}

const sizes = {
  normal: "font-semibold",
  large: "text-strip font-semibold",
  headline: "text-headline font-semibold",
  lead: "text-lead font-semibold",
} as const;
export function noteLines(...lines: readonly (string | false)[]): ReactNode {
  return lines.map(
    (line) =>
      line !== false && (
        <span key={line} className="block">
          {line}
        </span>
      ),
  );
}

export function Stat({
  label,
  value,
  note,
  icon,
  missing = "Unknown",
  danger = false,
  help,
  isStop,
  size = "normal",
  line = false,
  className,
  noteClass,
  children,
}: StatFigure & {
  readonly size?: keyof typeof sizes;
  readonly isStop?: boolean;
  readonly line?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const helpProps = tipProps(help, isStop);
  const shown =
    children ??
    (value === undefined ? (
      <span className="text-body leading-6 font-normal tracking-normal text-text3">{missing}</span>
    ) : (
      <>
        <span className={typeof value === "string" ? undefined : "whitespace-nowrap"}>
          {danger ? triangle : null}
          {typeof value === "string" ? <NonBreakingFigures text={value} /> : <NumberText value={value} />}
        </span>
        {icon}
      </>
    ));
  if (line)
    return (
      <div {...helpProps} className={classNames("flex items-baseline justify-between gap-3", className)}>
        {/* A figure must not be truncated, so its label is. */}
        <dt className={classNames("text-text2", children === undefined ? "min-w-0" : "max-w-[60%] shrink-0")}>
          {label}
          {note === undefined ? null : <span className="block text-tiny text-text3">{note}</span>}
        </dt>
        <dd
          className={classNames(
            "text-right",
            children !== undefined && "min-w-0",
            danger && "font-medium text-danger",
          )}
        >
          {shown}
        </dd>
      </div>
    );
  return (
    <div {...helpProps} className={classNames("min-w-0", className)}>
      <dt className="text-small text-text2">{label}</dt>
      <dd
        className={classNames("flex flex-wrap items-center gap-x-2.5", sizes[size], danger && "text-danger")}
      >
        {shown}
      </dd>
      {note === undefined ? null : (
        <dd className={classNames("mt-0.5 text-tiny text-balance text-text2", noteClass)}>
          {typeof note === "string" ? <NonBreakingFigures text={note} /> : note}
        </dd>
      )}
    </div>
  );
}

export type StatLine = readonly [
  label: string,
  value: StatFigure["value"],
  help: string,
  more?: Pick<StatFigure, "missing" | "note" | "danger">,
];

export function StatList({
  figures,
  missing,
}: {
  readonly figures: readonly (StatLine | undefined)[];
  readonly missing?: string | undefined;
}): ReactNode {
  return (
    <dl className="grid gap-1.5">
      {figures.map((figure, index) => {
        if (figure === undefined) return null;
        const [label, value, help, more] = figure;
        return (
          // A token can appear twice among rewards, so only the index is unique.
          // oxlint-disable-next-line react/no-array-index-key
          <Stat key={index} line label={label} value={value} help={help} missing={missing} {...more} />
        );
      })}
    </dl>
  );
}

interface StatStripProps {
  readonly name: string;
  readonly figures: readonly StatFigure[];
  readonly noteClass?: string;
}

export function StatStrip({ name, figures, noteClass = "min-h-[1lh]" }: StatStripProps): ReactNode {
  return (
    <dl
      aria-label={name}
      className="grid grid-cols-2 overflow-hidden rounded-panel border border-line2 bg-surface sm:grid-cols-3 xl:flex"
    >
      {figures.map((figure, index) => (
        <Stat
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          size="large"
          noteClass={noteClass}
          className="-mt-px -ml-px flex-1 border-t border-l border-line px-3 py-2.5 max-sm:last:odd:col-span-2 sm:max-xl:last:nth-[3n+1]:col-span-3 sm:max-xl:last:nth-[3n+2]:col-span-2 md:px-4 xl:first:grow-[1.25]"
          {...figure}
        />
      ))}
    </dl>
  );
}
