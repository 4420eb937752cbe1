// Whether a market is in a saved view. As in the list, unknown figures hide it.
import type { BoundFigure, ViewFilter } from "../../contract/alerts/view-filter.ts";
import { foldedNames, hasWord } from "../../contract/names/search-words.ts";
import { isSteady, ownAverages } from "../../finance/fade.ts";
import { available, capacityLeft, debtInOtherToken, utilization } from "../../finance/pool.ts";
import { rewardShare, rewardTotal } from "../../finance/rates.ts";
import type { WatchedMarket } from "./watched-market.ts";

type Test = (market: WatchedMarket) => boolean;

export function createViewMatch(filter: ViewFilter): Test {
  const tests = [
    ({ kind, status }: WatchedMarket) => kind !== "prediction" || status === "open",
    ...oneOf(filter.types, true, ({ type }) => type),
    ...oneOf(filter.providers, true, ({ providerId }) => providerId),
    ...oneOf(filter.notProviders, false, ({ providerId }) => providerId),
    ...(filter.assets === undefined ? [] : [assetTest(filter.assets)]),
    ...(filter.without === undefined ? [] : [withoutTest(new Set(filter.without))]),
    ...oneOf(filter.ids, true, ({ id }) => id),
    ...(filter.words === undefined ? [] : [wordsTest(filter.words)]),
    ...(filter.bounds ?? []).map(
      ({ figure, least = -Infinity, most = Infinity, types }): Test =>
        (market) => {
          if (types?.includes(market.type) === false) return true;
          const value = figures[figure](market);
          return value !== undefined && value >= least && value <= most;
        },
    ),
    ...(filter.only ?? []).map((name) => only[name]),
  ];
  return (market) => tests.every((test) => test(market));
}

function oneOf(
  listed: readonly string[] | undefined,
  wanted: boolean,
  read: (market: WatchedMarket) => string,
): readonly Test[] {
  if (listed === undefined) return [];
  const set = new Set(listed);
  return [(market) => set.has(read(market)) === wanted];
}

function hasOne({ tokens }: WatchedMarket, wanted: ReadonlySet<string>): boolean {
  return tokens.some(({ address }) => address !== undefined && wanted.has(address));
}

function hasNoOther({ tokens, kind }: WatchedMarket, wanted: ReadonlySet<string>): boolean {
  return (
    kind !== "prediction" &&
    tokens.length > 0 &&
    tokens.every(({ address }) => address !== undefined && wanted.has(address))
  );
}

function assetTest({ wishes, match }: NonNullable<ViewFilter["assets"]>): Test {
  const sets = wishes.map((mints) => new Set(mints));
  const all = new Set(wishes.flat());
  switch (match) {
    case "any":
      return (market) => hasOne(market, all);
    case "all":
      return (market) => sets.every((wish) => hasOne(market, wish));
    case "only":
      return (market) => hasNoOther(market, all);
    case "side":
      return (market) => {
        const address = market.tokens[0]?.address;
        if (address === undefined) return false;
        const wished = sets.filter((wish) => wish.has(address));
        // A perpetual market names its quote tokens: one match is enough.
        return wished.some(
          (wish) => wish.size === 1 || market.kind === "perpetual" || hasNoOther(market, wish),
        );
      };
    default:
      return match satisfies never;
  }
}

/** A token without a mint may be an excluded one. */
function withoutTest(unwanted: ReadonlySet<string>): Test {
  return ({ tokens, kind }) =>
    (kind === "prediction" || tokens.length > 0) &&
    tokens.every(({ address }) => address !== undefined && !unwanted.has(address));
}

function wordsTest(words: NonNullable<ViewFilter["words"]>): Test {
  const wanted = words.map(({ text, families = [] }) => ({
    text,
    families: families.map((mints) => new Set(mints)),
  }));
  return (market) => {
    const names = foldedNames(market);
    return wanted.every(
      ({ text, families }) =>
        hasWord(text, names, market.tokens) || families.some((family) => isOf(market, family)),
    );
  };
}

function isOf({ tokens }: WatchedMarket, family: ReadonlySet<string>): boolean {
  return tokens.length > 0 && tokens.every(({ address }) => address !== undefined && family.has(address));
}

function rewardsOf(market: WatchedMarket): ReturnType<typeof rewardTotal> {
  return rewardTotal({
    rewards: market.rewardsGiven ? market.rewards : undefined,
    total: market.depositApy,
    base: market.baseDepositApy,
  });
}

const figures: Readonly<Record<BoundFigure, (market: WatchedMarket) => number | undefined>> = {
  depositApy: ({ depositApy }) => depositApy,
  baseDepositApy: ({ baseDepositApy }) => baseDepositApy,
  totalDepositUsd: ({ totalDepositUsd }) => totalDepositUsd,
  available: (market) => available({ ...market, debtInOtherToken: debtInOtherToken(market) }),
  room: (market) => (market.kind === "loop" ? undefined : capacityLeft(market)),
  maxLtv: ({ maxLtv }) => maxLtv,
  utilization: (market) => utilization({ ...market, debtInOtherToken: debtInOtherToken(market) }),
  rewardShare: (market) => {
    const rewards = rewardsOf(market);
    return rewards === 0 ? rewards : rewardShare({ rewards, total: market.depositApy });
  },
};

const only: Readonly<Record<NonNullable<ViewFilter["only"]>[number], Test>> = {
  rewards: (market) => market.rewards.some(({ apy = 0 }) => apy > 0) || (rewardsOf(market) ?? 0) > 0,
  base: (market) => rewardsOf(market) === 0,
  steady: (market) => isSteady({ ...ownAverages(market), total: market.depositApy }),
};
