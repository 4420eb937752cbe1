import type { RecordEvent } from "../../../contract/record/record-parts.ts";
import { ratio, tokenAmount } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatTokens } from "../../../domain/format/flow.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import {
  formatCount,
  formatMultiple,
  formatPoints,
  formatRate,
  formatShare,
  inWords,
  type Formatted,
} from "../../../domain/format/number.ts";

export type EventWords = ReturnType<typeof eventText>;

interface Field {
  readonly name: string;
  readonly unit: "share" | "rate" | "tokens" | "multiple";
  readonly worse?: "less" | "more";
}

const fields: ReadonlyMap<string, Field> = new Map([
  ["maxLtv", { name: "Max LTV", unit: "share", worse: "less" }],
  ["liquidationLtv", { name: "Liq. LTV", unit: "share", worse: "less" }],
  ["liquidationPenalty", { name: "Penalty", unit: "share", worse: "more" }],
  ["maxLeverage", { name: "Max leverage", unit: "multiple", worse: "less" }],
  ["maxDeposit", { name: "Deposit cap", unit: "tokens" }],
  ["maxBorrow", { name: "Borrow cap", unit: "tokens" }],
  ["rewardApy", { name: "Rewards", unit: "rate" }],
  ["borrowRewardApy", { name: "Borrow rewards", unit: "rate" }],
]);

/** "Max LTV 2, Penalty 1". The most frequent comes first. */
export function countsByField(events: readonly Pick<RecordEvent, "field">[]): string {
  return [...groupBy(events, ({ field }) => fieldName(field))]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, same]) => `${name} ${formatCount(same.length).text}`)
    .join(", ");
}

function fieldName(id: string | null | undefined): string {
  return fields.get(id ?? "")?.name ?? id ?? "";
}

function eventText(title: string, note = "", worse = false) {
  return { title, note, worse };
}

/** For a pair, counts what it lends in its second token. */
export function describeEvent(
  { kind, field: id, before, after }: Pick<RecordEvent, "kind" | "field" | "before" | "after">,
  [first, second]: MarketRow["tokens"],
): EventWords {
  const field = fields.get(id ?? "");
  const symbol = (id === "maxBorrow" ? (second ?? first) : first)?.symbol ?? "";
  const name = fieldName(id);
  const cap = name.toLowerCase();
  const written = (value: number | null | undefined): string =>
    field === undefined ? String(value ?? "unknown") : inWords(formats[field.unit](value, symbol));
  const earlier = (word: string): string =>
    before === null || before === undefined ? "" : `${word} ${written(before)}`;
  const was = earlier("was");
  const rise = typeof before === "number" && typeof after === "number" ? after - before : undefined;
  switch (kind) {
    case "first-seen":
      return eventText("new");
    case "gone":
      return eventText("gone", "", true);
    case "reward-began":
      return eventText(`${name} began, ${written(after)}`);
    case "reward-ended":
      // The value before an event is moments old, while a list of moves compares with a day before.
      return eventText(`${name} ended`, earlier("last"));
    case "cap-reached":
      return eventText(`reached ${written(after)}`, `${cap}, no capacity left`, true);
    case "cap-lifted":
      return eventText("capacity available", joinParts([`${cap} of ${written(after)}`, rise !== 0 && was]));
    case "parameter": {
      const points = field?.unit === "share" ? inWords(formatPoints(ratio(rise)), "") : "";
      const lost = field?.worse === "less" ? -1 : field?.worse === "more" ? 1 : 0;
      return eventText(`${name} ${written(after)}`, joinParts([was, points]), (rise ?? 0) * lost > 0);
    }
    default:
      return eventText(kind);
  }
}

const formats: Readonly<
  Record<Field["unit"], (value: number | null | undefined, symbol: string) => Formatted | undefined>
> = {
  tokens: (value, symbol) => formatTokens(tokenAmount(value), symbol),
  multiple: (value) => formatMultiple(value ?? undefined),
  rate: (value) => formatRate(ratio(value)),
  share: (value) => formatShare(ratio(value)),
};
