import type { Market } from "../../../../contract/market.ts";
import type { Position } from "../../../../contract/positions/position.ts";
import { dayOf, hourMs } from "../../../../contract/units.ts";
import type { Band, LineOf } from "../facts.ts";
import { tokenBody } from "../products/product.ts";
import { roundAmount, roundUsd } from "../rounding.ts";
import type { CapturedMarket } from "../simulation.ts";
import { tokenOf, tokenOfMint, type DemoToken, type TokenBook } from "../tokens.ts";
import { Holding } from "./holding.ts";
import { Loan } from "./loan.ts";
import type { WalletParts, WalletPosition } from "./wallet-position.ts";

type Side = "deposit" | "borrow";
type Flows = LineOf<"supply">["flows"];
interface Rewarded {
  readonly rewardsApart: boolean;
  readonly claimed: readonly number[];
}

const sideActions: Record<Side, readonly string[]> = {
  deposit: ["deposit", "withdraw", "withdrawComplete", "claimRewards"],
  borrow: ["borrow", "repay", "repayWithCollateral"],
};

const unpricedEvery = 41;
const unpricedDay = 7;

const cooldownSeconds = 48 * 3600;

export function supplyPositions(parts: WalletParts, line: LineOf<"supply">): readonly WalletPosition[] {
  const market = listedMarket(parts, line.market);
  if (market === undefined) return [];
  const holding = openHolding(parts, market, "deposit", line, line.flows);
  return depositPosition(parts, { ...line, market, holding, side: "deposit" });
}

export function loanPositions(parts: WalletParts, line: LineOf<"loan">): readonly WalletPosition[] {
  const { opened } = line;
  const sideOf = (side: Side, rows: LineOf<"loan">["collateral"]) =>
    rows.flatMap(([key, amount]) => {
      const market = listedMarket(parts, key);
      if (market === undefined) return [];
      const flows: Flows = [[opened, side === "deposit" ? amount : 0]];
      return [{ market, side, share: amount, holding: openHolding(parts, market, side, line, flows) }];
    });
  const collateral = sideOf("deposit", line.collateral);
  const debts = sideOf("borrow", line.debts);
  if (collateral.length < line.collateral.length || debts.length < line.debts.length) return [];
  const loan = openLoan(parts, line, collateral, debts);
  const bundleId = `${line.name.toLowerCase().replaceAll(" ", "-")}.${parts.owner}`;
  // Only a single collateral has a liquidation price.
  const sole = collateral.length === 1 ? collateral[0]?.holding : undefined;
  return [...collateral, ...debts].flatMap((held) => {
    const liquidatedBy = held.side === "deposit" ? held.holding : sole;
    return depositPosition(parts, { ...held, rewardsApart: line.rewardsApart, loan, bundleId, liquidatedBy });
  });
}

export function leveragePositions(parts: WalletParts, line: LineOf<"leverage">): readonly WalletPosition[] {
  const { simulation } = parts;
  const { book } = simulation;
  const market = listedMarket(parts, line.market);
  const legs = market?.product.legs;
  const supplied = legs && simulation.captured(legs.supplied);
  const owed = legs && simulation.captured(legs.owed);
  if (market === undefined || supplied === undefined || owed === undefined) return [];
  const { type } = market.product;
  const holding = openHolding(parts, supplied, "deposit", line, [[line.opened, line.tokens]]);
  const debt = openHolding(parts, owed, "borrow", line, [[line.opened, 0]]);
  // A perpetual publishes no limit, so that of the supplied token's market applies.
  const collateral = [{ market: type === "loop" ? market : supplied, holding }];
  const loan = openLoan(parts, line, collateral, [{ holding: debt, share: 1 }]);
  const pointAt = (time: number) => {
    const { collateralUsd, debtUsd } = loan.figuresAt(time);
    return {
      // Loops count in the borrowed token.
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
      // Price of the supplied token in the borrowed one: debt / (supplied · liquidation LTV).
      liquidationPrice: roundRatio(
        (debt.amountAt(time) * collateralUsd) / (holding.amountAt(time) * limitUsd),
      ),
      rewards: line.rewardsApart ? undefined : claims(book, holding, time),
      actions,
    };
  };
  const held = { market, holding, loan, side: undefined, rewardsApart: line.rewardsApart };
  return withRewards(parts, held, marketPosition(parts, held, bodyAt, pointAt));
}

export function heldPositions(
  { simulation, owner }: WalletParts,
  line: LineOf<"held">,
): readonly WalletPosition[] {
  const { type } = line;
  const token = tokenOf(line.symbol);
  const nothing = { rateAt: () => 0, rewards: [], claimed: [] };
  const holding = new Holding({ book: simulation.book, token, flows: line.flows, ...nothing });
  const id = `${type}.${token.symbol}.${owner}`;
  const pointAt = (time: number) => amountsOf(simulation.book, holding, time);
  const body = { id, type, ownerAddress: owner, token: tokenBody(token) };
  const bodyAt = (time: number) => ({ ...body, ...pointAt(time) });
  return [{ id, type, providerId: undefined, marketId: undefined, opened: holding.opened, bodyAt, pointAt }];
}

interface InMarket {
  readonly market: CapturedMarket;
  readonly holding: Holding;
  readonly side: Side | undefined;
  readonly loan?: Loan;
  readonly rewardsApart: boolean;
}

interface Deposited extends InMarket {
  readonly side: Side;
  readonly bundleId?: string;
  readonly liquidatedBy?: Holding | undefined;
  readonly unpriced?: boolean;
  readonly flows?: Flows;
}

function depositPosition(parts: WalletParts, held: Deposited): readonly WalletPosition[] {
  const { market, holding, side, loan, liquidatedBy } = held;
  const { book } = parts.simulation;
  const { key } = market.product;
  const amountsAt = (time: number) => {
    loan?.keepUntil(time);
    return amountsOf(book, holding, time);
  };
  const bodyAt = (time: number, { actions }: Market) => {
    const figures = loan?.figuresAt(time);
    const price = liquidatedBy && loan?.liquidationPriceAt(time, liquidatedBy);
    const offered = Object.entries(actions ?? {}).filter(([name]) => sideActions[side].includes(name));
    return {
      bundleId: held.bundleId,
      side: sideIn(market, side),
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
  const sides = side !== undefined && product.type === "lending" ? [side] : [];
  const { id = [marketId, owner, ...sides].join("."), type = product.type } = own;
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
  const { market, holding, loan, side } = held;
  if (!held.rewardsApart) return [of];
  const position = { id: of.id, type: of.type, side: side && sideIn(market, side) };
  const rewards = holding.rewardTokens.map((token, index) => {
    const pointAt = (time: number) => {
      loan?.keepUntil(time);
      const amount = holding.claimableAt(time, index);
      const amountUsd = roundUsd(amount * parts.simulation.book.price(token, time));
      return { amount: roundAmount(amount, token.decimals), amountUsd };
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
    const amount = roundAmount(holding.claimableAt(time, index), token.decimals);
    const amountUsd = roundUsd(amount * book.price(token, time));
    return amount === 0 ? [] : [{ tokenAddress: token.mint, amount, amountUsd }];
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

function amountsOf(book: TokenBook, holding: Holding, time: number) {
  const amount = holding.amountAt(time);
  const amountUsd = roundUsd(amount * book.price(holding.token, time));
  return { amount: roundAmount(amount, holding.token.decimals), amountUsd };
}

function listedMarket({ simulation }: WalletParts, key: string): CapturedMarket | undefined {
  const market = simulation.captured(key);
  return market?.listed === true ? market : undefined;
}

function sideIn({ product }: CapturedMarket, side: Side): Side | undefined {
  return product.type === "lending" ? side : undefined;
}

function openHolding(
  { simulation }: WalletParts,
  { product, variant }: CapturedMarket,
  side: Side,
  { claimed }: Rewarded,
  flows: Flows,
): Holding {
  const { past, mints } = product;
  const base = (hour: number): number | undefined =>
    side === "deposit" ? past?.baseDepositAt(variant, hour) : past?.baseBorrowAt(variant, hour);
  const rewards = (past?.programmes ?? []).flatMap((programme, index) =>
    programme.side === side && programme.symbol !== undefined
      ? [
          {
            token: tokenOf(programme.symbol),
            rateAt: (hour: number) => past?.rewardAt(variant, index, hour) ?? 0,
          },
        ]
      : [],
  );
  return new Holding({
    book: simulation.book,
    // Markets with two tokens take the first and lend the second.
    token: tokenWith(side === "deposit" ? mints[0] : mints.at(-1)),
    flows,
    rateAt: (hour) => base(hour) ?? 0,
    rewards,
    claimed,
  });
}

function openLoan(
  { simulation }: WalletParts,
  { opened, band }: { readonly opened: number; readonly band: Band },
  collateral: readonly { readonly market: CapturedMarket; readonly holding: Holding }[],
  debts: readonly { readonly holding: Holding; readonly share: number }[],
): Loan {
  return new Loan(() => ({
    book: simulation.book,
    opened: opened / hourMs,
    collateral: collateral.map(({ market, holding }) => ({
      holding,
      liquidationLtv: liquidationLtvOf(market, opened),
    })),
    debts,
    band,
  }));
}

function tokenWith(mint: string | undefined): DemoToken {
  const token = mint === undefined ? undefined : tokenOfMint(mint);
  if (token === undefined) throw new Error(`The demo has no token ${String(mint)}.`);
  return token;
}

function liquidationLtvOf({ product, variant }: CapturedMarket, opened: number): number {
  const market = product.marketAt(variant, opened);
  const limit = "liquidationLtv" in market ? market.liquidationLtv : undefined;
  if (typeof limit !== "number") throw new Error(`${product.key} has no liquidation LTV.`);
  return limit;
}

function roundRatio(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
