// Created once per position, before the cache. Missing values are undefined, never 0 or null.
import { readMarket } from "../../contract/markets-page.ts";
import {
  pendingSchema,
  positionLtv,
  positionTypes,
  type Position,
  type PositionType,
  type ReadPosition,
} from "../../contract/positions/position.ts";
import {
  finite,
  millis,
  ratio,
  tokenAmount,
  usd,
  type Maybe,
  type Millis,
  type Ratio,
  type TokenAmount,
  type Usd,
} from "../../contract/units.ts";
import {
  offeredActions,
  toMarketRow,
  toRowToken,
  type MarketRow,
  type RowToken,
} from "../market/market-row.ts";
import { toProfit } from "./profit-row.ts";

export type PositionKind = PositionType | "other";

export interface TokenValue {
  readonly token: RowToken | undefined;
  readonly amount: TokenAmount | undefined;
  readonly usd: Usd | undefined;
}

export interface PositionRow extends Readonly<Omit<ReturnType<typeof toPositionRow>, "ownApy">> {
  /** Of a loop, from its legs. */
  readonly ownApy: Ratio | undefined;
}

export function kindOf(type: string | undefined): PositionKind {
  return positionTypes.find((known) => known === type) ?? "other";
}

const sides = ["deposit", "borrow", "yes", "no", "long", "short"] as const;

export function toPositionRow(read: ReadPosition, wallet: string, readAt: Millis) {
  const { position } = read;
  const kind = kindOf(position.type);
  const side = sides.find((known) => known === position.side?.trim().toLowerCase());
  const market: MarketRow = toMarketRow(read.market ?? placeholderMarket(position), { readAt, page: 1 });
  const legs = kind === "loop" ? legsOf(position, market) : undefined;
  const value = valueOf(position, { kind, side, legs });
  return {
    /** Includes the wallet, because two wallets may have positions with the same id. */
    key: `${wallet} ${position.id}`,
    id: position.id,
    wallet,
    type: position.type,
    kind,
    side,
    bundleId: position.bundleId ?? undefined,
    marketId: position.marketId ?? (read.market === undefined ? undefined : market.id),
    market,
    marketKnown: read.market !== undefined,
    token: tokenOf(position, { kind, side, market }),
    amount: tokenAmount(position.amount),
    usd: usd(position.amountUsd),
    /** `assetsUsd` and `debtsUsd` are at least 0, and undefined if the side is unknown. */
    ...value,
    netUsd: usd((value.assetsUsd ?? Number.NaN) - (value.debtsUsd ?? Number.NaN)),
    supplied: legs?.supplied,
    borrowed: legs?.borrowed,
    ltv: positionLtv(position),
    /** In USD, but some services send a loop's price in debt tokens. */
    liquidationPrice: positive(position.liquidationPrice),
    leverage: positive(position.leverage),
    ownApy: undefined,
    claims: (position.rewards ?? []).map(({ tokenAddress, amount, amountUsd }) => ({
      token: claimToken(tokenAddress ?? undefined, market),
      amount: tokenAmount(amount),
      usd: usd(amountUsd),
    })),
    earnedBy: position.position?.id ?? undefined,
    pending: pendingOf(position.additionalData),
    costUsd: usd(position.costBasisTotal),
    /** Per share. */
    averageCost: ratio(position.costBasisAvg),
    profit: position.pnl ? toProfit(position.pnl) : undefined,
    actionRow: actionRowOf(position, market, { kind, side }),
    raw: position,
  };
}

function positive(value: number | null | undefined): number | undefined {
  return (value ?? 0) > 0 ? finite(value) : undefined;
}

/** Only the first part of a market id has a known meaning: the provider. */
function placeholderMarket({ id, marketId, type }: Position): Parameters<typeof toMarketRow>[0] {
  const provider = marketId?.split(".")[0];
  const read = readMarket({
    id: marketId ?? id,
    type: `position of type ${type}`,
    provider: { id: provider ?? "unknown", name: provider ?? "Unknown provider" },
  });
  if (!read.success) throw new Error("A market of an id and a provider can be read.");
  return read.data;
}

interface Sort {
  readonly kind: PositionKind;
  readonly side: (typeof sides)[number] | undefined;
}

function valueOf(
  { amountUsd }: Position,
  { kind, side, legs }: Sort & { readonly legs: ReturnType<typeof legsOf> | undefined },
): Maybe<Usd, "assetsUsd" | "debtsUsd"> {
  const value = usd(amountUsd);
  const nothing = usd(0);
  if (legs?.supplied.usd !== undefined && legs.borrowed.usd !== undefined)
    return { assetsUsd: legs.supplied.usd, debtsUsd: legs.borrowed.usd };
  if (value === undefined) return { assetsUsd: undefined, debtsUsd: undefined };
  if (kind !== "lending") return { assetsUsd: value, debtsUsd: nothing };
  if (side === "borrow") return { assetsUsd: nothing, debtsUsd: usd(Math.abs(value)) };
  return side === "deposit"
    ? { assetsUsd: value, debtsUsd: nothing }
    : { assetsUsd: undefined, debtsUsd: undefined };
}

function legsOf(
  { amountTokenA, amountTokenAUsd, amountTokenB, amountTokenBUsd }: Position,
  { tokens: [supplied, borrowed] }: MarketRow,
) {
  return {
    supplied: { token: supplied, amount: tokenAmount(amountTokenA), usd: usd(amountTokenAUsd) },
    // Some services send debts as negative amounts.
    borrowed: {
      token: borrowed,
      amount: tokenAmount(Math.abs(amountTokenB ?? Number.NaN)),
      usd: usd(Math.abs(amountTokenBUsd ?? Number.NaN)),
    },
  };
}

/** A pair's loan is in its second token. A loop counts in the token of its equity. */
function tokenOf(
  { token }: Position,
  { kind, side, market: { tokens } }: Sort & { readonly market: MarketRow },
): RowToken | undefined {
  const own = toRowToken(token);
  if (own !== undefined || kind === "prediction" || kind === "reward") return own;
  return kind === "lending" && side === "borrow" ? (tokens[1] ?? tokens[0]) : tokens[0];
}

/** Claims have only a mint; the symbol comes from the market. */
function claimToken(address: string | undefined, { tokens, rewards }: MarketRow): RowToken | undefined {
  const known = [...tokens, ...rewards.flatMap(({ token }) => token ?? [])];
  return known.find((token) => token.address === address) ?? toRowToken({ address });
}

function pendingOf(additional: unknown) {
  const read = pendingSchema.safeParse(additional);
  if (!read.success) return [];
  return read.data.pendingWithdrawals.map(({ amount, createdTimestamp, cooldownSeconds }) => ({
    amount: tokenAmount(amount),
    freeAt: millis(((createdTimestamp ?? Number.NaN) + (cooldownSeconds ?? 0)) * 1000),
  }));
}

const actionsOfOtherSide: Readonly<Record<"deposit" | "borrow", ReadonlySet<string>>> = {
  deposit: new Set(["borrow", "repay"]),
  borrow: new Set(["deposit", "withdraw", "withdrawComplete"]),
};

function actionRowOf({ actions, websiteUrl }: Position, market: MarketRow, { kind, side }: Sort): MarketRow {
  const own = offeredActions({ actions: actions ?? {} }).some(([, blinkUrl]) => blinkUrl !== undefined);
  const foreign =
    kind === "lending" && (side === "deposit" || side === "borrow") ? actionsOfOtherSide[side] : undefined;
  const offered = (): MarketRow["actions"] =>
    Object.fromEntries(Object.entries(market.actions).filter(([key]) => foreign?.has(key) !== true));
  return {
    ...market,
    actions: own ? (actions ?? {}) : offered(),
    websiteUrl: websiteUrl ?? market.websiteUrl,
  };
}
