import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { formatCount } from "../../../domain/format/number.ts";

export const spanNames: Readonly<Record<ChangeWindow, string>> = { "24h": "24 h", "7d": "7 d" };

export function everyText(everyMs: number): string {
  const seconds = Math.max(1, Math.round(everyMs / 1000));
  const [size, unit] =
    seconds % 3600 === 0 ? [3600, "hour"] : seconds % 60 === 0 ? [60, "minute"] : [1, "second"];
  const count = seconds / size;
  return count === 1 ? unit : `${formatCount(count).text} ${unit}s`;
}
