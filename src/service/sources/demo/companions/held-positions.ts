import type { Market } from "../../../../contract/market.ts";
import type { Position } from "../../../../contract/positions/position.ts";
import { dayOf } from "../../../../contract/units.ts";
import { known, type LineOf } from "../facts.ts";
import { roundAmount, roundRatio, roundUsd } from "../rounding.ts";
import type { CapturedMarket } from "../simulation.ts";
import { tokenBody, tokenOf, tokenOfMint, type DemoToken, type TokenBook } from "../tokens.ts";
import { createHolding, type Holding } from "./holding.ts";
import { createLoan, type DemoLoan } from "./loan.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

type Side = "deposit" | "borrow";
type Flows = LineOf<"supply">["flows"];

const sideActions: Record<Side, readonly string[]> = {
  deposit: ["deposit", "withdraw", "withdrawComplete", "claimRewards"],
  borrow: ["borrow", "repay", "repayWithCollateral"],
};

const unpricedEvery = 41;
const unpricedDay = 7;

const cooldownSeconds = 48 * 3600;

export function supplyPositions(parts: WalletParts, line: LineOf<"supply">): readonly WalletPosition[] {
  const market = parts.simulation.listed(line.market);
  if (market === undefined) return [];
  const holding = openHolding(parts, market, "deposit", line.claimed, line.flows);
  return depositPosition(parts, { ...line, market, holding, side: sideIn(market, "deposit") });
}

export function loanPositions(parts: WalletParts, line: LineOf<"loan">): readonly WalletPosition[] {
  const { simulation, owner } = parts;
  const { opened, claimed, rewardsApart } = line;
  const sideOf = (side: Side, rows: LineOf<"loan">["collateral"]) =>
    rows.flatMap(([key, share]) => {
      const market = simulation.listed(key);
      if (market === undefined) return [];
      const flows: Flows = [[opened, side === "deposit" ? share : 0]];
      const holding = openHolding(parts, market, side, claimed, flows);
      return [{ market, side: sideIn(market, side), share, holding }];
    });
  const collateral = sideOf("deposit", line.collateral);
  const debts = sideOf("borrow", line.debts);
  if (collateral.length < line.collateral.length || debts.length < line.debts.length) return [];
  const loan = createLoan({ ...line, book: simulation.book, collateral, debts });
  const bundleId = `${line.name.toLowerCase().replaceAll(" ", "-")}.${owner}`;
  // A liquidation price exists only for a single collateral.
  const sole = collateral.length === 1 ? collateral[0]?.holding : undefined;
  return [...collateral, ...debts].flatMap((held) => {
    const liquidatedBy = held.side === "borrow" ? sole : held.holding;
    return depositPosition(parts, { ...held, rewardsApart, loan, bundleId, liquidatedBy });
  });
}

export function leveragePositions(parts: WalletParts, line: LineOf<"leverage">): readonly WalletPosition[] {
  const { simulation } = parts;
  const { book } = simulation;
  const { opened, claimed, rewardsApart } = line;
  const market = simulation.listed(line.market);
  const legs = market?.product.legs;
  const supplied = legs && simulation.captured.get(legs.supplied);
  const owed = legs && simulation.captured.get(legs.owed);
  if (market === undefined || supplied === undefined || owed === undefined) return [];
  const { type } = market.product;
  const holding = openHolding(parts, supplied, "deposit", claimed, [[opened, line.tokens]]);
  const debt = openHolding(parts, owed, "borrow", claimed, [[opened, 0]]);
  // Perpetuals publish no limit, so this uses the limit of the supplied token's market.
  const collateral = [{ market: type === "loop" ? market : supplied, holding }];
  const loan = createLoan({ ...line, book, collateral, debts: [{ holding: debt, share: 1 }] });
  const pointAt = (time: number) => {
    const { collateralUsd, debtUsd } = loan.figuresAt(time);
    return {
      // The amount of a loop is in the borrowed token.
      amount: roundAmount((collateralUsd - debtUsd) / book.price(debt.token, time), debt.token.decimals),
      amountUsd: roundUsd(roundUsd(collateralUsd) - roundUsd(debtUsd)),
      amountTokenA: roundAmount(holding.amountAt(time), holding.token.decimals),
      amountTokenAUsd: roundUsd(collateralUsd),
      amountTokenB: roundAmount(debt.amountAt(time), debt.token.decimals),
      amountTokenBUsd: roundUsd(debtUsd),
    };
  };
  const bodyAt = (time: number, { actions }: Market) => {
    const { collateralUsd, debtUsd, limitUsd } = loan.figuresAt(time);
    return {
      side: type === "perpetual" ? "long" : undefined,
      ...pointAt(time),
      ltv: roundRatio(debtUsd / collateralUsd),
      leverage: roundRatio(collateralUsd / (collateralUsd - debtUsd)),
      // Price of the supplied token in the borrowed token: debt / (supplied · liquidation LTV).
      liquidationPrice: roundRatio(
        (debt.amountAt(time) * collateralUsd) / (holding.amountAt(time) * limitUsd),
      ),
      rewards: rewardsApart ? undefined : claims(book, holding, time),
      actions,
    };
  };
  const held = { market, holding, loan, side: undefined, rewardsApart };
  return withRewards(parts, held, marketPosition(parts, held, bodyAt, pointAt));
}

export function heldPositions(
  { simulation: { book }, owner }: WalletParts,
  { type, symbol, flows }: LineOf<"held">,
): readonly WalletPosition[] {
  const token = tokenOf(symbol);
  const holding = createHolding({ book, token, flows, rateAt: () => 0, rewards: [], claimed: [] });
  const id = `${type}.${symbol}.${owner}`;
  const pointAt = (time: number) => worthOf(book, token, holding.amountAt(time), time);
  const body = { id, type, ownerAddress: owner, token: tokenBody(token) };
  const bodyAt = (time: number) => ({ ...body, ...pointAt(time) });
  return [{ id, type, providerId: undefined, marketId: undefined, opened: holding.opened, bodyAt, pointAt }];
}

interface InMarket {
  readonly market: CapturedMarket;
  readonly holding: Holding;
  readonly side: Side | undefined;
  readonly loan?: DemoLoan;
  readonly rewardsApart: boolean;
}

interface Deposited extends InMarket {
  readonly bundleId?: string;
  readonly liquidatedBy?: Holding | undefined;
  readonly unpriced?: boolean;
  readonly flows?: Flows;
}

function depositPosition(parts: WalletParts, held: Deposited): readonly WalletPosition[] {
  const { market, holding, side, loan, liquidatedBy } = held;
  const { book } = parts.simulation;
  const { key } = market.product;
  const names = sideActions[side ?? "deposit"];
  const amountsAt = (time: number) => {
    loan?.keepUntil(time);
    return worthOf(book, holding.token, holding.amountAt(time), time);
  };
  const bodyAt = (time: number, { actions }: Market) => {
    const figures = loan?.figuresAt(time);
    const price = liquidatedBy && loan?.liquidationPriceAt(time, liquidatedBy);
    const offered = Object.entries(actions ?? {}).filter(([name]) => names.includes(name));
    return {
      bundleId: held.bundleId,
      side,
      ...amountsAt(time),
      ltv: figures && roundRatio((100 * figures.debtUsd) / figures.collateralUsd),
      liquidationPrice: price && roundRatio(price),
      rewards: held.rewardsApart ? undefined : claims(book, holding, time),
      additionalData: key.startsWith("lulo/regular/")
        ? pendingWithdrawals(held.flows ?? [], time)
        : undefined,
      actions: actions && Object.fromEntries(offered),
    };
  };
  const isUnpriced = (time: number): boolean =>
    held.unpriced === true && dayOf(time) % unpricedEvery === unpricedDay;
  const pointAt = (time: number) => ({
    ...amountsAt(time),
    ...(isUnpriced(time) ? { amountUsd: null } : {}),
  });
  return withRewards(parts, held, marketPosition(parts, held, bodyAt, pointAt));
}

function marketPosition(
  { owner }: WalletParts,
  { market: { product, variant }, holding, side }: InMarket,
  bodyAt: (time: number, market: Market) => Partial<Position>,
  pointAt: WalletPosition["pointAt"],
  own: { readonly id?: string; readonly type?: string } = {},
): WalletPosition {
  const marketId = product.idOf(variant.index);
  const { id = [marketId, owner, ...(side ? [side] : [])].join("."), type = product.type } = own;
  return {
    id,
    type,
    providerId: product.provider,
    marketId,
    opened: holding.opened,
    bodyAt(time) {
      const market = product.marketAt(variant, time);
      const shared = { id, type, marketId: market.id, ownerAddress: owner, websiteUrl: market.websiteUrl };
      return { ...shared, ...bodyAt(time, market), market };
    },
    pointAt,
  };
}

function withRewards(parts: WalletParts, held: InMarket, of: WalletPosition): readonly WalletPosition[] {
  const { holding, loan, side } = held;
  if (!held.rewardsApart) return [of];
  const position = { id: of.id, type: of.type, side };
  const rewards = holding.rewardTokens.map((token, index) => {
    const pointAt = (time: number) => {
      loan?.keepUntil(time);
      return worthOf(parts.simulation.book, token, holding.claimableAt(time, index), time);
    };
    const bodyAt = (time: number, { actions }: Market) => {
      const claim = actions?.["claimRewards"];
      const claimRewards = claim === undefined ? undefined : { claimRewards: claim };
      return { token: tokenBody(token), position, ...pointAt(time), actions: claimRewards };
    };
    const own = { id: `reward.${of.id}.${token.symbol}`, type: "reward" };
    return marketPosition(parts, held, bodyAt, pointAt, own);
  });
  return [of, ...rewards];
}

function claims(book: TokenBook, holding: Holding, time: number) {
  const found = holding.rewardTokens.flatMap((token, index) => {
    const claimable = roundAmount(holding.claimableAt(time, index), token.decimals);
    return claimable === 0 ? [] : [{ tokenAddress: token.mint, ...worthOf(book, token, claimable, time) }];
  });
  return found.length === 0 ? undefined : found;
}

function pendingWithdrawals(flows: Flows, time: number) {
  const pending = flows.flatMap(([created, tokens], index) =>
    tokens < 0 && created <= time && time < created + cooldownSeconds * 1000
      ? [{ withdrawalId: index, amount: -tokens, createdTimestamp: created / 1000, cooldownSeconds }]
      : [],
  );
  return pending.length === 0 ? undefined : { pendingWithdrawals: pending };
}

function worthOf(book: TokenBook, token: DemoToken, amount: number, time: number) {
  const amountUsd = roundUsd(amount * book.price(token, time));
  return { amount: roundAmount(amount, token.decimals), amountUsd };
}

const sideIn = ({ product }: CapturedMarket, side: Side) => (product.type === "lending" ? side : undefined);

function openHolding(
  { simulation: { book } }: WalletParts,
  { product: { past, mints }, variant }: CapturedMarket,
  side: Side,
  claimed: readonly number[],
  flows: Flows,
): Holding {
  // In markets with two tokens, positions deposit the first and borrow the second.
  const mint = (side === "deposit" ? mints[0] : mints.at(-1)) ?? "";
  const rateAt = (hour: number): number =>
    (side === "deposit" ? past?.baseDepositAt(variant, hour) : past?.baseBorrowAt(variant, hour)) ?? 0;
  const rewards = (past?.programmes ?? []).flatMap((programme, index) => {
    if (programme.side !== side || programme.symbol === undefined) return [];
    const paidAt = (hour: number): number => past?.rewardAt(variant, index, hour) ?? 0;
    return [{ token: tokenOf(programme.symbol), rateAt: paidAt }];
  });
  return createHolding({ book, token: known(tokenOfMint(mint), mint), flows, rateAt, rewards, claimed });
}
