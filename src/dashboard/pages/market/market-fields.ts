import { splitCamelCase } from "../../../domain/format/capitalize.ts";
import { tokenSchema } from "../../../contract/market-schema.ts";
import { fieldOf } from "../../../contract/names/field-of.ts";
import { maxNameLength, readText } from "../../../contract/names/market-names.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { averageWindows } from "../../../finance/fade.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import {
  toRowToken,
  type MarketRow,
  type RowReward,
  type RowToken,
} from "../../../domain/market/market-row.ts";
import {
  formatAmount,
  formatCount,
  formatRate,
  formatShare,
  formatUsdExact,
  textOf,
  type Formatted,
} from "../../../domain/format/number.ts";
import { formatTokenPrice } from "../../../domain/format/token-price.ts";
import { formatClock, formatDay, formatMoment } from "../../../domain/format/time.ts";
import type { ColumnGroup, LoopCapacities } from "../../../domain/market/column.ts";
import { columnHelp, type ColumnHelp } from "../../../domain/market/column-help.ts";
import { columnIds, columnOf, type ColumnId } from "../../../domain/market/columns.ts";
import { columnText } from "../../../domain/market/column-text.ts";
import {
  borrowLimitLeft,
  borrowRewardApy,
  ownAverages,
  rateFade,
  rewardApy,
} from "../../../domain/market/row-values.ts";

export interface Fact {
  readonly label: string;
  readonly field?: string | undefined;
  readonly value: Formatted | string | undefined;
  readonly help: ColumnHelp;
  readonly copy?: string | undefined;
}

interface FactGroup {
  readonly heading: string;
  readonly facts: readonly Fact[];
  readonly note?: string | undefined;
}

function amount(
  label: string,
  field: "totalDeposit" | "maxDeposit" | "totalBorrow" | "maxBorrow",
  what: string,
  { tokens: [first, second], ...row }: MarketRow,
): Fact {
  const ofDebt = field === "totalBorrow" || field === "maxBorrow";
  const value = formatAmount(row[field], (ofDebt ? (second ?? first) : first)?.symbol);
  return { label, field, value, help: { what, unit: "whole tokens" } };
}

function moment(
  label: string,
  field: "openTime" | "expirationTime",
  what: string,
  { [field]: time }: MarketRow,
): Fact {
  const value = time === undefined ? undefined : formatMoment(time);
  return { label, field, value, help: { what, unit: "time in UTC" } };
}

const ownFacts: Partial<Readonly<Record<ColumnId, (row: MarketRow) => readonly Fact[]>>> = {
  totalDepositUsd: (row) => [
    amount("Deposits in tokens", "totalDeposit", "Total deposits in tokens.", row),
    amount("Deposit cap", "maxDeposit", "The maximum total deposits.", row),
    {
      label: "Implied price",
      value: formatTokenPrice(impliedPrice(row)),
      help: {
        what: "The token price implied by the market's totals.",
        unit: "US dollars per token",
        formula: "deposits in USD / deposits in tokens",
      },
    },
  ],
  totalBorrowUsd: (row) => [
    amount("Borrows in tokens", "totalBorrow", "Total borrows in tokens.", row),
    amount("Borrow cap", "maxBorrow", "The maximum total borrows.", row),
    {
      label: "Borrow cap left",
      value: formatUsdExact(borrowLimitLeft(row)),
      help: {
        what: "What is left under the borrow cap.",
        unit: "US dollars",
        formula: "(borrow cap − borrows) · price",
      },
    },
  ],
  liquidationLtv: ({ maxLtv, liquidationLtv }) =>
    maxLtv === 0
      ? []
      : [
          {
            label: "Drop from max LTV",
            value: formatShare(dropToLiquidation({ ltv: maxLtv, liquidationLtv })),
            help: {
              what: "How far the collateral may fall against the debt before a loan at the max LTV is liquidated.",
              unit: "percent",
              formula: "1 − max LTV / liquidation LTV",
            },
          },
        ],
  status: ({ result }) => [textFact("Result", "result", "How it was settled.", result)],
  closeTime: (row) => [
    moment("Opened", "openTime", "When trading began.", row),
    moment("Expires", "expirationTime", "The latest settlement time.", row),
  ],
};

/** What to add to a column's value, or to show if it is missing. */
const additions: Partial<Readonly<Record<ColumnId, (row: MarketRow, text: string) => Partial<Fact>>>> = {
  provider: ({ providerId }, name) => (name === providerId ? {} : { value: `${name} (${providerId})` }),
  trend: (row, change) => {
    const fade = rateFade(row);
    if (fade === undefined || ownAverages(row).d90 === undefined) return {};
    return fade.change === undefined ? { value: fade.class } : { value: `${fade.class}, ${change} vs 90d` };
  },
};

function columnFact(id: ColumnId, row: MarketRow, loops: LoopCapacities | undefined): Fact {
  const { name, field } = columnOf(id);
  const value = columnText(id, row, { size: undefined, basis: "total", benchmark: undefined, loops }, "full");
  return { label: name, field, value, help: columnHelp(id), ...additions[id]?.(row, textOf(value) ?? "") };
}

/** Unknown types are treated like lending, which has most columns. */
function belongs(id: ColumnId, { kind }: MarketRow): boolean {
  return columnOf(id).types.includes(kind === "other" ? "lending" : kind);
}

/** The facts that apply to the market's type, and other fields that it sends anyway. */
function factsOf(groups: readonly ColumnGroup[], row: MarketRow, loops?: LoopCapacities): readonly Fact[] {
  return columnIds
    .filter((id) => groups.some((group) => columnOf(id).group === group))
    .flatMap((id) =>
      [columnFact(id, row, loops), ...(ownFacts[id]?.(row) ?? [])].filter(
        ({ field, value }) => belongs(id, row) || (field !== undefined && value !== undefined),
      ),
    );
}

export function factGroups(
  row: MarketRow,
  sourceLabel: string,
  loops?: LoopCapacities,
): readonly FactGroup[] {
  const rated = belongs("depositApy", row);
  const isLoop = row.kind === "loop";
  const groups: readonly FactGroup[] = [
    {
      heading: "Rate now",
      facts: factsOf(["now"], row),
      note: isLoop ? "A loop quotes its net APY, after the cost of its debt." : undefined,
    },
    {
      heading: "Rate over time",
      facts: [...factsOf(["time"], row), ...(rated ? windowFacts(row) : [])],
    },
    { heading: "Prices and times", facts: factsOf(["prediction"], row) },
    {
      heading: "Size and exit",
      facts: factsOf(["pool", "perpetual"], row, loops),
      note: isLoop ? "Its two lending markets limit the capacity of a loop." : undefined,
    },
    { heading: "Risk", facts: factsOf(["risk"], row), note: riskNote(row) },
    ...(rated ? [rewardFacts(row)] : []),
    identity(row, sourceLabel),
  ];
  return groups.filter(({ facts, note }) => facts.length > 0 || note !== undefined);
}

function riskNote({ kind, maxLtv }: MarketRow): string | undefined {
  if (kind === "yield") return "A strategy publishes no collateral terms. See the provider's page.";
  return kind === "lending" && maxLtv === 0
    ? "Max LTV 0: nothing can be borrowed against a deposit here."
    : undefined;
}

function windowFacts(row: MarketRow): readonly Fact[] {
  return averageWindows(ownAverages(row))
    .filter(({ fromDay }) => fromDay > 1)
    .map(({ fromDay, toDay, value }) => ({
      label: `Days ${formatCount(fromDay).text}–${formatCount(toDay).text} average`,
      value: formatRate(value),
      help: {
        what: "The average of the days that no shorter average covers.",
        unit: "percent per year, approximate",
        formula: "(n · average of n days − m · average of m days) / (n − m)",
      },
    }));
}

function rewardFacts(row: MarketRow): FactGroup {
  const facts = row.rewards.map((reward, index) => ({
    label: rewardName(reward),
    field: `rewards[${index}].apy`,
    value: formatRate(reward.apy),
    help: {
      what: `Paid for: ${reward.marketAction ?? reward.side}. Already included in the ${reward.side === "borrow" ? "borrow" : "deposit"} APY.`,
      unit: "percent per year",
    },
  }));
  return {
    heading: "Rewards",
    facts,
    note:
      facts.length > 0
        ? undefined
        : [rewardApy(row), borrowRewardApy(row) ?? 0].every((paid) => paid === 0)
          ? "The market pays no rewards."
          : "Rewards are unknown.",
  };
}

function rewardName(reward: RowReward): string {
  const token = reward.token?.symbol ?? "An unnamed token";
  return reward.side === "other"
    ? token
    : `${token}, for ${reward.side === "deposit" ? "depositing" : "borrowing"}`;
}

function textFact(
  label: string,
  field: string | undefined,
  what: string,
  text: string | undefined,
  copies = false,
): Fact {
  const value = text === "" ? undefined : text;
  const help = { what, unit: "text" };
  return { label, field, value, help, copy: copies ? text : undefined };
}

function tokenFacts(row: MarketRow): readonly Fact[] {
  const names =
    row.kind === "perpetual" ? ["First token", "Second token"] : ["Token supplied", "Token borrowed"];
  const paired = (fieldOf(row.raw, "tokenA") ?? undefined) !== undefined;
  return row.tokens.flatMap((token, index) =>
    tokenFact(
      row.tokens.length === 1 ? "Token" : (names[index] ?? "Token"),
      paired ? `token${index === 0 ? "A" : "B"}` : index === 0 ? "token" : "borrowToken",
      token,
    ),
  );
}

function tokenFact(
  label: string,
  field: string,
  { symbol, address, decimals }: RowToken,
): readonly [Fact, Fact] {
  const mint = "The token's address. Symbols are not unique.";
  const text = decimals === undefined ? symbol : `${symbol}, ${formatCount(decimals).text} decimals`;
  return [
    textFact(label, field, "The token's symbol. Symbols are not unique; the mint is.", text),
    textFact(`Mint of ${symbol}`, `${field}.address`, mint, address, true),
  ];
}

function identity(row: MarketRow, sourceLabel: string): FactGroup {
  const { bundleId } = row;
  const read = `${formatClock(row.readAt)}, ${formatDay(row.readAt)}`;
  const source = `${sourceLabel}, page ${formatCount(row.page).text}`;
  return {
    heading: "Identity",
    facts: [
      textFact("Market id", "id", "What the service calls this market.", row.id, true),
      ...factsOf(["identity"], row),
      textFact("Product", "productName", "The name of the product at its provider.", row.productName),
      ...tokenFacts(row),
      ...outcomeTokens(row),
      ...(bundleId === undefined
        ? []
        : [textFact("Event", "bundleId", "The event this market belongs to.", bundleId, true)]),
      textFact(
        "Page at provider",
        "websiteUrl",
        "Where the provider shows this market.",
        row.websiteUrl,
        true,
      ),
      ...additionalFacts(row.raw.additionalData),
      textFact("Read", undefined, "When these figures were read, in UTC.", read),
      textFact("Source", undefined, "Where the figures come from, and on which page of the list.", source),
    ],
  };
}

function outcomeTokens(row: MarketRow): readonly Fact[] {
  if (row.kind !== "prediction") return [];
  const what = "The token that pays $1 if the outcome comes true.";
  return (["yesToken", "noToken"] as const).map((field) => {
    const address = fieldOf(fieldOf(row.raw, field), "address");
    const mint = typeof address === "string" ? address : undefined;
    const label = field === "yesToken" ? "Mint of yes" : "Mint of no";
    return textFact(label, `${field}.address`, what, mint, true);
  });
}

const maxAdditional = 12;
const maxAdditionalLength = 200;

function tokenIn(value: unknown): RowToken | undefined {
  const read = tokenSchema.safeParse(value);
  return read.success && read.data.symbol && read.data.address ? toRowToken(read.data) : undefined;
}

function additionalFacts(data: unknown): readonly Fact[] {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return [];
  return Object.entries(data)
    .slice(0, maxAdditional)
    .flatMap(([name, value]: readonly [string, unknown]) => {
      if (value === null || value === undefined) return [];
      const key = readText(name, maxNameLength);
      const text = readText(typeof value === "string" ? value : JSON.stringify(value), maxAdditionalLength);
      if (key === undefined || text === undefined) return [];
      const label = splitCamelCase(key);
      const field = `additionalData.${key}`;
      const token = tokenIn(value);
      if (token !== undefined) return tokenFact(label, field, token);
      const fact = textFact(label, field, "Extra data, as the provider sent it.", text);
      return [typeof value === "string" && value.length >= 32 ? { ...fact, copy: value } : fact];
    });
}
