// Every field of a market as a fact: what it is called, its value as people read it, its unit and help, and the field of the
// answer it comes from. Pure, so that tests can hold it to the answer.
import type { MarketKind } from "../../../contract/market.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import { averageWindows } from "../../../finance/fade.ts";
import { ratio } from "../../../contract/units.ts";
import { ownAverages } from "../../history/history-averages.ts";
import { columns, type ColumnId } from "../../market/columns.ts";
import { baseFade, capacity, poolAvailable, poolUtilization, rewardApy } from "../../market/row-values.ts";
import type { MarketRow, RowReward } from "../../data/markets/market-row.ts";
import {
  formatAmount,
  formatChange,
  formatCount,
  formatMultiple,
  formatPrice,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  type Formatted,
} from "../../format/number.ts";
import { formatClock, formatDay, formatMoment } from "../../format/time.ts";
import { borrowLimitLeft } from "../../market/borrowing.ts";
import { columnHelp, type ColumnHelp } from "../../market/column-help.ts";
import { typeName } from "../../market/market-text.ts";

export interface Fact {
  readonly label: string;
  /** The name of the field in the answer; absent for what is worked out. */
  readonly field?: string;
  /** Undefined is missing, and `missing` says how. */
  readonly value: Formatted | string | undefined;
  readonly missing: string;
  readonly help: ColumnHelp;
  /** A text worth taking along, such as an address; shown shortened. */
  readonly copy?: string;
}

export interface FactGroup {
  readonly id: "now" | "time" | "size" | "risk" | "rewards" | "prices" | "identity";
  readonly heading: string;
  readonly facts: readonly Fact[];
  /** A sentence about the group as a whole. */
  readonly note?: string;
}

const notPublished = "not published";

interface FactInput {
  readonly label: string;
  readonly field?: string;
  readonly value: Formatted | string | undefined;
  readonly help: ColumnHelp | ColumnId;
  readonly missing?: string;
  readonly copy?: string | undefined;
}

function fact(input: FactInput): Fact {
  const { label, field, value, help, missing = notPublished, copy } = input;
  return {
    label,
    ...(field === undefined ? {} : { field }),
    value: value === "" ? undefined : value,
    missing,
    help: typeof help === "string" ? columnHelp[help] : help,
    ...(copy === undefined ? {} : { copy }),
  };
}

const rated: ReadonlySet<MarketKind> = new Set(["lending", "yield", "loop", "other"]);
const borrowed: ReadonlySet<MarketKind> = new Set(["lending", "other"]);
const leveraged: ReadonlySet<MarketKind> = new Set(["loop", "perpetual", "other"]);

/** All groups of a market in the order in which they are read. A group that cannot apply to the type is left out. */
export function factGroups(row: MarketRow, sourceLabel: string): readonly FactGroup[] {
  return [
    ...(rated.has(row.kind) ? [rateNow(row), rateOverTime(row)] : []),
    ...(row.kind === "prediction" ? [prices(row)] : [sizeAndExit(row), risk(row)]),
    ...(rated.has(row.kind) ? [rewardFacts(row)] : []),
    identity(row, sourceLabel),
  ].filter(({ facts, note }) => facts.length > 0 || note !== undefined);
}

/** Facts that belong to the type, and those it sends all the same. */
function shown(facts: readonly (readonly [belongs: boolean, fact: Fact])[]): readonly Fact[] {
  return facts.flatMap(([belongs, entry]) => (belongs || entry.value !== undefined ? [entry] : []));
}

function rateNow(row: MarketRow): FactGroup {
  const loop = row.kind === "loop";
  const borrows = borrowed.has(row.kind);
  return {
    id: "now",
    heading: "Rate now",
    facts: shown([
      [
        true,
        fact({
          label: "Deposit APY",
          field: "depositApy",
          value: formatRate(row.depositApy),
          help: "depositApy",
        }),
      ],
      [
        !loop,
        fact({
          label: "Base APY",
          field: "baseDepositApy",
          value: formatRate(row.baseDepositApy),
          help: "baseDepositApy",
        }),
      ],
      [
        !loop,
        fact({
          label: "Deposit rewards",
          value: formatRate(loop ? undefined : rewardApy(row)),
          help: "rewardApy",
        }),
      ],
      [
        borrows,
        fact({
          label: "Borrow APY",
          field: "borrowApy",
          value: formatRate(row.borrowApy),
          help: "borrowApy",
        }),
      ],
      [
        borrows,
        fact({
          label: "Base borrow APY",
          field: "baseBorrowApy",
          value: formatRate(row.baseBorrowApy),
          help: "baseBorrowApy",
        }),
      ],
    ]),
    ...(loop
      ? { note: "A loop quotes its net rate. What is supply, borrowing cost and reward in it is not given." }
      : {}),
  };
}

function rateOverTime(row: MarketRow): FactGroup {
  const loop = row.kind === "loop";
  const borrows = borrowed.has(row.kind);
  const averages = ownAverages(row);
  const windows = averageWindows(averages).filter(({ fromDay }) => fromDay > 1);
  const trend = baseFade(row);
  return {
    id: "time",
    heading: "Rate over time",
    facts: shown([
      ...(["30d", "90d", "180d"] as const).flatMap((days) => [
        [
          !loop,
          fact({
            label: `Base ${days}`,
            field: `baseDepositApy${days}`,
            value: formatRate(row[`baseDepositApy${days}`]),
            help: `baseDepositApy${days}`,
          }),
        ] as const,
        [
          loop,
          fact({
            label: `Net ${days}`,
            field: `depositApy${days}`,
            value: formatRate(row[`depositApy${days}`]),
            help: `depositApy${days}`,
          }),
        ] as const,
      ]),
      ...windows.map(
        ({ fromDay, toDay, value }) =>
          [
            true,
            fact({
              label: `Days ${formatCount(fromDay).text}–${formatCount(toDay).text} alone`,
              value: formatRate(value),
              help: {
                what: "The average of the days that no shorter average covers, so that the last month does not hide in it.",
                unit: "percent per year, approximate",
                formula: "(n · average of n days − m · average of m days) / (n − m)",
              },
            }),
          ] as const,
      ),
      [
        !loop,
        fact({ label: "90d + rewards", value: formatRate(columns.soberApy.read(row, {})), help: "soberApy" }),
      ],
      [
        !loop,
        fact({
          label: "Trend",
          value:
            trend === undefined
              ? undefined
              : trend.change === undefined
                ? trend.class
                : `${trend.class}, ${formatChange(trend.change).text} against 90d`,
          help: "trend",
        }),
      ],
      ...(["30d", "90d", "180d"] as const).map(
        (days) =>
          [
            borrows,
            fact({
              label: `Base borrow ${days}`,
              field: `baseBorrowApy${days}`,
              value: formatRate(row[`baseBorrowApy${days}`]),
              help: `baseBorrowApy${days}`,
            }),
          ] as const,
      ),
    ]),
  };
}

const tokenUnit = "whole tokens";

function sizeAndExit(row: MarketRow): FactGroup {
  const pooled = row.kind === "lending" || row.kind === "other";
  const holds = pooled || row.kind === "yield";
  const token = row.tokens[0]?.symbol ?? "";
  const debtToken = (row.tokens[1] ?? row.tokens[0])?.symbol ?? "";
  const room = capacity(row);
  const used = poolUtilization(row);
  const free = poolAvailable(row);
  const price = impliedPrice(row);
  const facts = shown([
    [
      holds,
      fact({
        label: "Deposits",
        field: "totalDepositUsd",
        value: formatUsdExact(row.totalDepositUsd),
        help: "totalDepositUsd",
      }),
    ],
    [
      holds,
      fact({
        label: "Deposits in tokens",
        field: "totalDeposit",
        value: formatAmount(row.totalDeposit, token),
        help: { what: "All that is deposited, as the market counts it.", unit: tokenUnit },
      }),
    ],
    [
      pooled,
      fact({
        label: "Borrows",
        field: "totalBorrowUsd",
        value: formatUsdExact(row.totalBorrowUsd),
        help: "totalBorrowUsd",
      }),
    ],
    [
      pooled,
      fact({
        label: "Borrows in tokens",
        field: "totalBorrow",
        value: formatAmount(row.totalBorrow, debtToken),
        help: { what: "All that is borrowed, as the market counts it.", unit: tokenUnit },
      }),
    ],
    [
      pooled,
      fact({
        label: "Utilization",
        value: formatShare(used),
        help: "utilization",
      }),
    ],
    [
      pooled,
      fact({
        label: "Available",
        value: formatUsd(free),
        help: "available",
      }),
    ],
    [
      holds,
      fact({
        label: "Deposit limit",
        field: "maxDeposit",
        value: formatAmount(row.maxDeposit, token),
        help: { what: "The most that may be deposited, all together.", unit: tokenUnit },
      }),
    ],
    [
      holds,
      fact({
        label: "Capacity left",
        value: room === undefined ? undefined : room.full ? "full" : formatUsd(room.left),
        help: "capacityLeft",
        missing: "no limit published",
      }),
    ],
    [
      pooled,
      fact({
        label: "Borrow limit",
        field: "maxBorrow",
        value: formatAmount(row.maxBorrow, debtToken),
        help: { what: "The most that may be borrowed, all together.", unit: tokenUnit },
      }),
    ],
    [
      pooled,
      fact({
        label: "Borrow limit left",
        value: formatUsd(borrowLimitLeft(row)),
        help: {
          what: "How much more may be borrowed.",
          unit: "US dollars",
          formula: "(borrow limit − borrows) · price",
        },
        missing: "not known",
      }),
    ],
    [
      holds,
      fact({
        label: "Implied price",
        value: formatUsdExact(price),
        help: {
          what: "The price of one token that the market's own totals imply.",
          unit: "US dollars per token",
          formula: "deposits in USD / deposits in tokens",
        },
        missing: "not known",
      }),
    ],
    [
      row.kind === "perpetual",
      fact({
        label: "Long liquidity",
        field: "liquidity.longUsd",
        value: formatUsdExact(row.longUsd),
        help: "longUsd",
      }),
    ],
    [
      row.kind === "perpetual",
      fact({
        label: "Short liquidity",
        field: "liquidity.shortUsd",
        value: formatUsdExact(row.shortUsd),
        help: "shortUsd",
      }),
    ],
  ]);
  return {
    id: "size",
    heading: "Size and exit",
    facts,
    ...(facts.length === 0 && row.kind === "loop"
      ? { note: "Loops publish no deposits and no limits." }
      : {}),
  };
}

function risk(row: MarketRow): FactGroup {
  const collateral = row.kind === "lending" || row.kind === "loop" || row.kind === "other";
  const fall =
    row.maxLtv === undefined || row.liquidationLtv === undefined || row.liquidationLtv <= 0
      ? undefined
      : ratio(Math.max(0, 1 - row.maxLtv / row.liquidationLtv));
  return {
    id: "risk",
    heading: "Risk",
    facts: shown([
      [
        collateral,
        fact({ label: "Max LTV", field: "maxLtv", value: formatShare(row.maxLtv), help: "maxLtv" }),
      ],
      [
        collateral,
        fact({
          label: "Liquidation LTV",
          field: "liquidationLtv",
          value: formatShare(row.liquidationLtv),
          help: "liquidationLtv",
        }),
      ],
      [
        collateral,
        fact({
          label: "Liquidation penalty",
          field: "liquidationPenalty",
          value: formatShare(row.liquidationPenalty),
          help: "liquidationPenalty",
        }),
      ],
      [
        collateral && row.maxLtv !== 0,
        fact({
          label: "Drop from max LTV",
          value: row.maxLtv === 0 ? undefined : formatShare(fall),
          help: {
            what: "How far the collateral may fall against the debt before a loan taken at the maximum is liquidated.",
            unit: "percent",
            formula: "1 − max LTV / liquidation LTV",
          },
          missing: "not known",
        }),
      ],
      [
        leveraged.has(row.kind) && row.kind !== "other",
        fact({
          label: "Max leverage",
          field: "maxLeverage",
          value: formatMultiple(row.maxLeverage),
          help: "maxLeverage",
        }),
      ],
    ]),
    ...(row.kind === "yield"
      ? {
          note: "A strategy publishes no collateral terms. What it lends to and how is on its provider's page.",
        }
      : row.kind === "lending" && row.maxLtv === 0
        ? { note: "A max LTV of 0: nothing can be borrowed against a deposit here." }
        : {}),
  };
}

function rewardFacts(row: MarketRow): FactGroup {
  const facts = row.rewards.map((reward, index) =>
    fact({
      label: rewardName(reward),
      field: `rewards[${index}].apy`,
      value: formatRate(reward.apy),
      help: {
        what: `Paid for: ${reward.marketAction ?? reward.side}. Already inside the ${reward.side === "borrow" ? "borrow" : "deposit"} APY.`,
        unit: "percent per year",
      },
    }),
  );
  return {
    id: "rewards",
    heading: "Rewards",
    facts,
    ...(facts.length > 0
      ? {}
      : {
          note: row.rewardsGiven
            ? "The market lists its rewards, and there are none."
            : "A list of rewards is not published.",
        }),
  };
}

function rewardName(reward: RowReward): string {
  const token = reward.token?.symbol ?? "A token that is not named";
  return reward.side === "other"
    ? token
    : `${token}, for ${reward.side === "deposit" ? "depositing" : "borrowing"}`;
}

function prices(row: MarketRow): FactGroup {
  const price = (label: string, field: "yesBid" | "yesAsk" | "noBid" | "noAsk"): Fact =>
    fact({ label, field, value: formatPrice(row[field]), help: field });
  const time = (label: string, field: "openTime" | "closeTime" | "expirationTime", what: string): Fact =>
    fact({
      label,
      field,
      value: row[field] === undefined ? undefined : formatMoment(row[field]),
      help: { what, unit: "time in UTC" },
    });
  return {
    id: "prices",
    heading: "Prices and times",
    facts: [
      price("Yes bid", "yesBid"),
      price("Yes ask", "yesAsk"),
      price("No bid", "noBid"),
      price("No ask", "noAsk"),
      fact({ label: "Volume", field: "volume", value: formatCount(row.volume), help: "volume" }),
      fact({
        label: "Open interest",
        field: "openInterest",
        value: formatCount(row.openInterest),
        help: "openInterest",
      }),
      fact({ label: "Status", field: "status", value: row.status, help: "status" }),
      fact({
        label: "Result",
        field: "result",
        value: row.result,
        help: { what: "How it was settled.", unit: "text" },
        missing: "none yet",
      }),
      time("Opened", "openTime", "When trading began."),
      time("Closes", "closeTime", "When trading ends."),
      time("Expires", "expirationTime", "When the outcome is settled at the latest."),
    ],
  };
}

function plain(what: string): ColumnHelp {
  return { what, unit: "text" };
}

function identity(row: MarketRow, sourceLabel: string): FactGroup {
  const tokens = row.tokens.flatMap((token, index) => {
    const which =
      row.tokens.length === 1
        ? "Token"
        : row.kind === "perpetual"
          ? index === 0
            ? "First token"
            : "Second token"
          : index === 0
            ? "Token supplied"
            : "Token borrowed";
    return [
      fact({
        label: which,
        field:
          row.kind === "perpetual" || row.kind === "loop"
            ? `token${index === 0 ? "A" : "B"}`
            : index === 0
              ? "token"
              : "borrowToken",
        value:
          token.decimals === undefined
            ? token.symbol
            : `${token.symbol}, ${formatCount(token.decimals).text} decimals`,
        help: plain("The token's symbol. Symbols are not unique; the mint is."),
      }),
      fact({
        label: `Mint of ${token.symbol}`,
        field: "token.address",
        value: token.address,
        copy: token.address,
        help: plain("The address that tells a token from others of the same symbol."),
      }),
    ];
  });
  return {
    id: "identity",
    heading: "Identity",
    facts: [
      fact({
        label: "Market id",
        field: "id",
        value: row.id,
        copy: row.id,
        help: plain("What the service calls this market."),
      }),
      fact({ label: "Type", field: "type", value: typeName(row), help: "type" }),
      fact({
        label: "Provider",
        field: "provider",
        value:
          row.providerName === row.providerId ? row.providerId : `${row.providerName} (${row.providerId})`,
        help: "provider",
      }),
      fact({
        label: "Product",
        field: "productName",
        value: row.productName,
        help: plain("The name of the product at its provider."),
      }),
      ...tokens,
      ...outcomeTokens(row),
      ...(row.bundleId === undefined
        ? []
        : [
            fact({
              label: "Event",
              field: "bundleId",
              value: row.bundleId,
              copy: row.bundleId,
              help: plain("The event whose markets belong together."),
            }),
          ]),
      fact({
        label: "Page at provider",
        field: "websiteUrl",
        value: row.websiteUrl,
        copy: row.websiteUrl,
        help: plain("Where the provider shows this market."),
      }),
      ...additionalFacts(row.raw.additionalData),
      fact({
        label: "Read",
        value: `${formatClock(row.readAt)}, ${formatDay(row.readAt)}`,
        help: { what: "When these figures were read.", unit: "time in UTC" },
      }),
      fact({
        label: "Source",
        value: `${sourceLabel}, page ${formatCount(row.page).text}`,
        help: plain("Where the figures come from, and on which page of the list."),
      }),
    ],
  };
}

/** The tokens that stand for the two outcomes of a prediction. */
function outcomeTokens(row: MarketRow): readonly Fact[] {
  if (row.kind !== "prediction") return [];
  return (["yesToken", "noToken"] as const).map((field) => {
    const token: unknown = Reflect.get(row.raw, field);
    const address: unknown =
      typeof token === "object" && token !== null ? Reflect.get(token, "address") : undefined;
    const mint = typeof address === "string" ? address : undefined;
    return fact({
      label: field === "yesToken" ? "Mint of yes" : "Mint of no",
      field: `${field}.address`,
      value: mint,
      copy: mint,
      help: plain("The token that pays $1 if the outcome comes true."),
    });
  });
}

const mostAdditional = 12;
const longestAdditional = 200;

/** What a market says of itself beyond the known fields, as it says it. */
function additionalFacts(data: unknown): readonly Fact[] {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return [];
  return Object.entries(data)
    .slice(0, mostAdditional)
    .flatMap(([name, value]: readonly [string, unknown]) => {
      if (value === null || value === undefined || value === "") return [];
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const cut = text.length > longestAdditional ? `${text.slice(0, longestAdditional)}…` : text;
      return [
        fact({
          label: wordsOf(name.slice(0, 60)),
          field: `additionalData.${name.slice(0, 60)}`,
          value: cut,
          ...(typeof value === "string" && value.length >= 32 ? { copy: value } : {}),
          help: { what: "Extra data of this provider, as it was sent.", unit: "not stated" },
        }),
      ];
    });
}

/** "vaultRiskProfile" is "Vault risk profile". */
function wordsOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
