// What a figure measures, and how it is written by that, wherever it stands.
import type { Millis, Ratio, Usd } from "../../contract/units.ts";
import {
  formatChange,
  formatCount,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  type Formatted,
} from "./number.ts";
import { formatMoment } from "./time.ts";

/** In which form a value is kept. */
export interface UnitValues {
  readonly text: string;
  /** A fraction per year. */
  readonly rate: Ratio;
  /** The difference of two rates. */
  readonly points: Ratio;
  readonly share: Ratio;
  /** A share that is often less than a tenth of a percent, so it takes a second decimal. */
  readonly smallShare: Ratio;
  /** A relative change. */
  readonly change: Ratio;
  readonly usd: Usd;
  /** Of what pays one dollar. */
  readonly price: Ratio;
  readonly multiple: number;
  readonly count: number;
  readonly time: Millis;
}
export type Unit = keyof UnitValues;

/** `short` for a list, `full` where there is room: every dollar, and a moment instead of a span. */
export type TextLength = "short" | "full";

export const unitTexts: {
  readonly [Of in Unit]: (value: UnitValues[Of], length: TextLength) => Formatted | string;
} = {
  text: (value) => value,
  rate: (value) => formatRate(value),
  points: (value) => formatPoints(value),
  share: (value) => formatShare(value),
  smallShare: (value) => formatRate(value),
  change: (value) => formatChange(value),
  usd: (value, length) => (length === "full" ? formatUsdExact(value) : formatUsd(value)),
  price: (value) => formatPrice(value),
  multiple: (value) => formatMultiple(value),
  count: (value) => formatCount(value),
  time: (value) => formatMoment(value),
};
