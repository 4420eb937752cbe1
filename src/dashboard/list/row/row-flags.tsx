import type { ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { flags } from "../../../domain/market/assess/assess.ts";
import type { AssessContext } from "../../../domain/market/assess/assessment.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { classNames } from "../../ui/page/class-names.ts";

/** Icons are drawn by a class, so that a flag is a single element. */
const icons: Readonly<Record<ReturnType<typeof chip>["icon"], string>> = {
  ban: "[--icon:var(--icon-ban)]",
  exit: "[--icon:var(--icon-exit)]",
  fall: "[--icon:var(--icon-fall)]",
  gauge: "[--icon:var(--icon-gauge)]",
  gift: "[--icon:var(--icon-gift)]",
  info: "[--icon:var(--icon-info)]",
  layers: "[--icon:var(--icon-layers)]",
  lock: "[--icon:var(--icon-lock)]",
  rise: "[--icon:var(--icon-rise)]",
  tick: "[--icon:var(--icon-tick)]",
  triangle: "[--icon:var(--icon-danger)]",
  unknown: "[--icon:var(--icon-info)]",
};

export function renderFlags(row: MarketRow, judging: AssessContext): readonly ReactNode[] {
  return flags(row, judging).map((assessment, at) => {
    const { label, icon, tone } = chip(assessment);
    return (
      <span
        // Keyed by index, so that a row keeps its elements when it shows another market.
        // oxlint-disable-next-line react/no-array-index-key
        key={at}
        data-flag={at}
        className={classNames(
          "icon inline-flex flex-none items-center gap-1 text-[12px]/4 [--icon-size:13px]",
          icons[icon],
          tone === "bad" ? "text-danger" : "text-text2",
        )}
      >
        {label}
      </span>
    );
  });
}

export function flagNote(row: MarketRow, judging: AssessContext, at: number): string | undefined {
  const assessment = flags(row, judging)[at];
  return assessment === undefined ? undefined : chip(assessment).note;
}
