// Positions made of tokens: deposits, loans, loops and perpetuals, and the rewards that wait to be claimed with them.
import { dayOf, hourMs } from "../../../../contract/units.ts";
import { tokenBody, withoutMissing } from "../products/product.ts";
import { roundAmount, roundUsd } from "../rounding.ts";
import type { CapturedMarket, Simulation } from "../simulation.ts";
import { tokenOf, tokenOfMint, type DemoToken } from "../token-prices.ts";
import { Holding } from "./holding.ts";
import { Loan } from "./loan.ts";
import type { Flows, HeldLine, HourText, LeverageLine, LoanLine, SupplyLine } from "./wallet-lines.ts";
import type { WalletPosition } from "./wallet-position.ts";

/** Whose positions they are, and in which simulation. */
export interface WalletParts {
  readonly simulation: Simulation;
  readonly owner: string;
}

type Side = "deposit" | "borrow";

/** What can be done about a side. */
const sideActions: Record<Side, readonly string[]> = {
  deposit: ["deposit", "withdraw", "withdrawComplete", "claimRewards"],
  borrow: ["borrow", "repay", "repayWithCollateral"],
};

/** A value that is not always known is unknown on one day of so many. */
const unpricedEvery = 41;
const unpricedDay = 7;

/** What is withdrawn from a boosted deposit of Lulo is free after this long. */
const cooldownSeconds = 48 * 3600;

/** A deposit without a loan, and its rewards where they are told apart; nothing where its market is not listed. */
export function supplyPositions(parts: WalletParts, line: SupplyLine): readonly WalletPosition[] {
  const market = listedMarket(parts, line.market);
  if (market === undefined) return [];
  const holding = openHolding(parts, market, "deposit", openedIn(line.flows));
  fill(holding, line.flows);
  takeRewards(holding, line);
  return marketPositions(parts, { ...line, market, holding, side: "deposit", opened: openedIn(line.flows) });
}

/** Collateral and debts of one loan; nothing where one of its markets is not listed. */
export function loanPositions(parts: WalletParts, line: LoanLine): readonly WalletPosition[] {
  const opened = hourOf(line.opened);
  const collateral = line.collateral.flatMap(([key, tokens]) => {
    const market = listedMarket(parts, key);
    if (market === undefined) return [];
    const holding = openHolding(parts, market, "deposit", opened);
    holding.add({ time: opened * hourMs, tokens });
    takeRewards(holding, line);
    return [{ market, holding }];
  });
  const debts = line.debts.flatMap(([key, share]) => {
    const market = listedMarket(parts, key);
    if (market === undefined) return [];
    const holding = openHolding(parts, market, "borrow", opened);
    takeRewards(holding, line);
    return [{ market, holding, share }];
  });
  if (collateral.length < line.collateral.length || debts.length < line.debts.length) return [];
  const { book } = parts.simulation;
  const loan = new Loan(() => ({
    book,
    opened,
    collateral: collateral.map(({ market, holding }) => ({
      holding,
      liquidationLtv: liquidationLtvOf(market, opened),
    })),
    debts,
    band: line.band,
  }));
  const bundleId = `${line.name.toLowerCase().replaceAll(" ", "-")}.${parts.owner}`;
  // A debt is liquidated at a price of its collateral, where there is one only.
  const sole = collateral.length === 1 ? collateral[0]?.holding : undefined;
  const shared = { opened, loan, bundleId, rewardsApart: line.rewardsApart === true };
  return [
    ...collateral.flatMap(({ market, holding }) =>
      marketPositions(parts, { ...shared, market, holding, side: "deposit", liquidatedBy: holding }),
    ),
    ...debts.flatMap(({ market, holding }) =>
      marketPositions(parts, { ...shared, market, holding, side: "borrow", liquidatedBy: sole }),
    ),
  ];
}

/** A loop or a perpetual; nothing where its market is not listed. */
export function leveragePositions(parts: WalletParts, line: LeverageLine): readonly WalletPosition[] {
  const { simulation, owner } = parts;
  const { book } = simulation;
  const market = listedMarket(parts, line.market);
  const legs = market?.product.legs;
  const supplied = legs && simulation.captured(legs.supplied);
  const owed = legs && simulation.captured(legs.owed);
  if (market === undefined || supplied === undefined || owed === undefined) return [];
  const { product, variant } = market;
  const opened = hourOf(line.opened);
  const holding = openHolding(parts, supplied, "deposit", opened);
  holding.add({ time: opened * hourMs, tokens: line.tokens });
  takeRewards(holding, line);
  const debt = openHolding(parts, owed, "borrow", opened);
  // A perpetual tells no limit of its own: that of the market its tokens lie in holds.
  const limiting = product.type === "loop" ? market : supplied;
  const loan = new Loan(() => ({
    book,
    opened,
    collateral: [{ holding, liquidationLtv: liquidationLtvOf(limiting, opened) }],
    debts: [{ holding: debt, share: 1 }],
    band: line.band,
  }));
  const id = `${product.idOf(variant.index)}.${owner}`;
  const figuresAt = (time: number) => {
    const { collateralUsd, debtUsd, limitUsd } = loan.figuresAt(time);
    const tokens = holding.amountAt(time);
    const debtTokens = debt.amountAt(time);
    const net = collateralUsd - debtUsd;
    return {
      told: {
        // In the borrowed token, as the market counts it.
        amount: roundAmount(net / book.price(debt.token, time), debt.token.decimals),
        amountUsd: roundUsd(roundUsd(collateralUsd) - roundUsd(debtUsd)),
        amountTokenA: roundAmount(tokens, holding.token.decimals),
        amountTokenAUsd: roundUsd(collateralUsd),
        amountTokenB: roundAmount(debtTokens, debt.token.decimals),
        amountTokenBUsd: roundUsd(debtUsd),
      },
      ltv: roundRatio(debtUsd / collateralUsd),
      leverage: roundRatio(collateralUsd / net),
      // What the supplied token costs then, in the borrowed one: debt / (supplied · liquidation LTV).
      liquidationPrice: roundRatio((debtTokens * collateralUsd) / (tokens * limitUsd)),
    };
  };
  const position: WalletPosition = {
    id,
    type: product.type,
    providerId: product.provider,
    marketId: product.idOf(variant.index),
    opened: opened * hourMs,
    bodyAt: (time) => {
      const body = product.marketAt(variant, time);
      const { told, ltv, leverage, liquidationPrice } = figuresAt(time);
      return withoutMissing({
        id,
        type: product.type,
        marketId: body.id,
        ownerAddress: owner,
        websiteUrl: body.websiteUrl,
        side: product.type === "perpetual" ? "long" : undefined,
        ...told,
        ltv,
        leverage,
        liquidationPrice,
        rewards: line.rewardsApart === true ? undefined : claims(parts, holding, time),
        actions: body.actions,
        market: body,
      });
    },
    pointAt: (time) => figuresAt(time).told,
  };
  return withRewards(parts, { ...line, market, holding, side: "deposit" }, position);
}

/** Tokens outside of all markets. */
export function heldPositions({ simulation, owner }: WalletParts, line: HeldLine): readonly WalletPosition[] {
  const { book } = simulation;
  const token = tokenOf(line.symbol);
  const opened = openedIn(line.flows);
  const holding = new Holding({ book, token, opened, rateAt: () => 0, rewards: [] });
  fill(holding, line.flows);
  const id = `${line.type}.${token.symbol}.${owner}`;
  const pointAt = (time: number) => amountsOf(book, holding, time);
  return [
    {
      id,
      type: line.type,
      providerId: undefined,
      marketId: undefined,
      opened: opened * hourMs,
      bodyAt: (time) => ({
        id,
        type: line.type,
        ownerAddress: owner,
        token: tokenBody(token),
        ...pointAt(time),
      }),
      pointAt,
    },
  ];
}

interface InMarket {
  readonly market: CapturedMarket;
  readonly holding: Holding;
  readonly side: Side;
  /** The whole hour it was opened in. */
  readonly opened: number;
  readonly loan?: Loan;
  readonly bundleId?: string;
  /** The collateral whose fall it is liquidated by. */
  readonly liquidatedBy?: Holding | undefined;
  readonly rewardsApart?: boolean;
  readonly unpriced?: boolean;
  readonly flows?: Flows;
}

function marketPositions(parts: WalletParts, held: InMarket): readonly WalletPosition[] {
  return withRewards(parts, held, marketPosition(parts, held));
}

type Earning = Pick<InMarket, "market" | "holding" | "side" | "loan">;

/** A position, and its rewards where they are told apart. */
function withRewards(
  parts: WalletParts,
  held: Earning & Pick<InMarket, "rewardsApart">,
  position: WalletPosition,
): readonly WalletPosition[] {
  return held.rewardsApart === true ? [position, ...rewardPositions(parts, held, position)] : [position];
}

function marketPosition({ simulation, owner }: WalletParts, held: InMarket): WalletPosition {
  const { market, holding, side, loan, liquidatedBy } = held;
  const { product, variant } = market;
  const { book } = simulation;
  const lends = product.type === "lending";
  const id = [product.idOf(variant.index), owner, ...(lends ? [side] : [])].join(".");
  const amountsAt = (time: number) => {
    loan?.keepUntil(time);
    return amountsOf(book, holding, time);
  };
  return {
    id,
    type: product.type,
    providerId: product.provider,
    marketId: product.idOf(variant.index),
    opened: held.opened * hourMs,
    bodyAt: (time) => {
      const body = product.marketAt(variant, time);
      const figures = loan?.figuresAt(time);
      const price = liquidatedBy && loan?.liquidationPriceAt(time, liquidatedBy);
      return withoutMissing({
        id,
        type: product.type,
        marketId: body.id,
        ownerAddress: owner,
        bundleId: held.bundleId,
        websiteUrl: body.websiteUrl,
        side: lends ? side : undefined,
        ...amountsAt(time),
        // In percent, as lending positions tell it.
        ltv: figures && roundRatio((100 * figures.debtUsd) / figures.collateralUsd),
        liquidationPrice: price && roundRatio(price),
        rewards: held.rewardsApart === true ? undefined : claims({ simulation, owner }, holding, time),
        additionalData: pendingWithdrawals(product.key, held.flows ?? [], time),
        actions:
          body.actions &&
          Object.fromEntries(
            Object.entries(body.actions).filter(([name]) => sideActions[side].includes(name)),
          ),
        market: body,
      });
    },
    pointAt: (time) => {
      const amounts = amountsAt(time);
      return held.unpriced === true && dayOf(time) % unpricedEvery === unpricedDay
        ? { ...amounts, amountUsd: null }
        : amounts;
    },
  };
}

/** One position for each token that a holding is paid in. */
function rewardPositions(
  { simulation, owner }: WalletParts,
  held: Earning,
  of: WalletPosition,
): readonly WalletPosition[] {
  const { book } = simulation;
  const { product, variant } = held.market;
  return held.holding.rewardTokens.map((token, index) => {
    const id = `reward.${of.id}.${token.symbol}`;
    const pointAt = (time: number) => {
      held.loan?.keepUntil(time);
      const amount = held.holding.claimableAt(time, index);
      return {
        amount: roundAmount(amount, token.decimals),
        amountUsd: roundUsd(amount * book.price(token, time)),
      };
    };
    return {
      id,
      type: "reward",
      providerId: product.provider,
      marketId: product.idOf(variant.index),
      opened: of.opened,
      bodyAt: (time) => {
        const body = product.marketAt(variant, time);
        const claim = body.actions?.["claimRewards"];
        return withoutMissing({
          id,
          type: "reward",
          marketId: body.id,
          ownerAddress: owner,
          websiteUrl: body.websiteUrl,
          token: tokenBody(token),
          position: withoutMissing({
            id: of.id,
            type: product.type,
            side: product.type === "lending" ? held.side : undefined,
          }),
          ...pointAt(time),
          actions: claim === undefined ? undefined : { claimRewards: claim },
          market: body,
        });
      },
      pointAt,
    };
  });
}

/** What waits to be claimed, where anything does. */
function claims({ simulation }: WalletParts, holding: Holding, time: number) {
  const told = holding.rewardTokens.flatMap((token, index) => {
    const amount = roundAmount(holding.claimableAt(time, index), token.decimals);
    const price = simulation.book.price(token, time);
    return amount === 0 ? [] : [{ tokenAddress: token.mint, amount, amountUsd: roundUsd(amount * price) }];
  });
  return told.length === 0 ? undefined : told;
}

/** What was withdrawn and is not free yet. */
function pendingWithdrawals(key: string, flows: Flows, time: number) {
  if (!key.startsWith("lulo/regular/")) return undefined;
  const pending = flows.flatMap(([hour, tokens], index) => {
    const created = hourOf(hour) * hourMs;
    return tokens < 0 && created <= time && time < created + cooldownSeconds * 1000
      ? [{ withdrawalId: index, amount: -tokens, createdTimestamp: created / 1000, cooldownSeconds }]
      : [];
  });
  return pending.length === 0 ? undefined : { pendingWithdrawals: pending };
}

function amountsOf(book: Simulation["book"], holding: Holding, time: number) {
  const amount = holding.amountAt(time);
  return {
    amount: roundAmount(amount, holding.token.decimals),
    amountUsd: roundUsd(amount * book.price(holding.token, time)),
  };
}

function listedMarket({ simulation }: WalletParts, key: string): CapturedMarket | undefined {
  const market = simulation.captured(key);
  return market?.listed === true ? market : undefined;
}

/** @param opened the whole hour it begins with */
function openHolding(
  { simulation }: WalletParts,
  { product, variant }: CapturedMarket,
  side: Side,
  opened: number,
): Holding {
  const { past } = product;
  return new Holding({
    book: simulation.book,
    token: tokenOfSide(product.mints, side),
    opened,
    rateAt: (hour) =>
      (side === "deposit" ? past?.baseDepositAt(variant, hour) : past?.baseBorrowAt(variant, hour)) ?? 0,
    rewards: (past?.programmes ?? []).flatMap((programme, index) =>
      programme.side === side && programme.symbol !== undefined
        ? [
            {
              token: tokenOf(programme.symbol),
              rateAt: (hour) => past?.rewardAt(variant, index, hour) ?? 0,
            },
          ]
        : [],
    ),
  });
}

/** A market with two tokens takes the first and lends the second. */
function tokenOfSide(mints: readonly string[], side: Side): DemoToken {
  const mint = side === "deposit" ? mints[0] : mints.at(-1);
  const token = mint === undefined ? undefined : tokenOfMint(mint);
  if (token === undefined) throw new Error(`The demo has no token ${String(mint)}.`);
  return token;
}

/** @throws when a wallet borrows against what nobody lends against */
function liquidationLtvOf({ product, variant }: CapturedMarket, opened: number): number {
  const market = product.marketAt(variant, opened * hourMs);
  const limit = "liquidationLtv" in market ? market.liquidationLtv : undefined;
  if (typeof limit !== "number") throw new Error(`${product.key} has no liquidation LTV.`);
  return limit;
}

function fill(holding: Holding, flows: Flows): void {
  for (const [hour, tokens] of flows) holding.add({ time: hourOf(hour) * hourMs, tokens });
}

function takeRewards(holding: Holding, { claimed = [] }: Pick<SupplyLine, "claimed">): void {
  holding.claimAt(claimed.map((hour) => hourOf(hour) * hourMs));
}

function hourOf(text: HourText): number {
  return Date.parse(`${text}:00:00Z`) / hourMs;
}

function openedIn(flows: Flows): number {
  return hourOf(flows[0]?.[0] ?? "");
}

/** To six digits after the point. */
function roundRatio(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
