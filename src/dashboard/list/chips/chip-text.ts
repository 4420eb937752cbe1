// The words of a filter's chip.
import { formatRate, formatUsd } from "../../format/number.ts";
import type { FilterChip } from "../../select/chips.ts";

export interface ChipText {
  readonly field: string;
  /** Undefined where the field says it all: "Starred". */
  readonly value: string | undefined;
}

/** "Deposits ≥ $1M" is shorter than the control's name and still clear. */
const shortFields = new Map([
  ["minDeposits", "Deposits"],
  ["maxDeposits", "Deposits"],
  ["minApy", "APY"],
  ["maxApy", "APY"],
  ["minAvailable", "Available"],
  ["minLtv", "Max LTV"],
  ["maxLtv", "Max LTV"],
  ["query", "Search"],
]);

/** How many names a chip lists before it counts the rest. */
const listedNames = 3;

export function chipText({ filter, label, value }: FilterChip): ChipText {
  const field = shortFields.get(filter) ?? label;
  switch (value.kind) {
    case "names": {
      const rest = value.names.length - listedNames;
      const names = rest > 1 ? value.names.slice(0, listedNames) : value.names;
      return { field, value: names.join(", ") + (rest > 1 ? ` and ${rest} more` : "") };
    }
    case "text":
      return { field, value: `“${value.text}”` };
    case "leastUsd":
      return { field, value: `≥ ${formatUsd(value.usd, "short").text}` };
    case "mostUsd":
      return { field, value: `≤ ${formatUsd(value.usd, "short").text}` };
    case "leastRate":
      return { field, value: `≥ ${formatRate(value.rate, "short").text}` };
    case "mostRate":
      return { field, value: `≤ ${formatRate(value.rate, "short").text}` };
    case "smallShown":
      return { field, value: "none larger, so shown" };
    case "on":
      return { field, value: undefined };
    default:
      return value satisfies never;
  }
}
