import {
  mostNamedMarkets,
  mostWords,
  viewFilterSchema,
  type ViewFilter,
} from "../../../contract/alerts/view-filter.ts";
import type { AlertRule, AlertTarget } from "../../../contract/alerts/rule.ts";
import { mostServed, rulesToServe } from "../../../contract/alerts/served.ts";
import { marketTypes } from "../../../contract/market.ts";
import { foldText, searchWords } from "../../../contract/names/search-words.ts";
import { assetFamilies, familyOf, mintsOfAssets } from "../../../domain/market/asset-families.ts";
import { assetsApply } from "../../../domain/market/filters/asset-match.ts";
import { filters, smallUsd } from "../../../domain/market/filters/filters.ts";
import { countOf } from "../../../domain/format/number.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { whyUnwatched } from "./alert-facts.ts";

type ViewTarget = Extract<AlertTarget, { readonly kind: "view" }>;

/** Or the part only this browser can evaluate, which completes "It looks at …". */
export function viewFilterOf(
  search: string,
  starred: ReadonlySet<string>,
): { readonly filter: ViewFilter } | { readonly why: string } {
  const state = readViewState(search);
  const ids = namedMarkets(state, starred);
  const words = searchWords(state.query);
  const why = whyUnwatched(search) ?? onlyHere(state, ids, words);
  if (why !== undefined) return { why };
  const { types, providers, notProviders, assets, assetMatch, without, basis, size } = state;
  const rate = basis === "base" ? "baseDepositApy" : "depositApy";
  const bounds: NonNullable<ViewFilter["bounds"]> = [
    { figure: "totalDepositUsd", least: state.minDeposits, most: state.maxDeposits },
    ...(state.hideSmall && types.some((type) => filters.hideSmall.types?.includes(type) === true)
      ? [{ figure: "totalDepositUsd" as const, least: smallUsd, types: [...(filters.hideSmall.types ?? [])] }]
      : []),
    { figure: rate, least: state.minApy, most: state.maxApy },
    { figure: "available", least: state.minAvailable },
    ...(state.onlyExits ? [{ figure: "available" as const, least: size }] : []),
    ...(state.onlyFits ? [{ figure: "room" as const, least: size }] : []),
    { figure: "maxLtv", least: state.minLtv, most: state.maxLtv },
    { figure: "utilization", most: state.maxUtilization },
    { figure: "rewardShare", most: state.maxRewards },
  ];
  const only: NonNullable<ViewFilter["only"]> = [
    ...(state.onlyRewards ? (["rewards"] as const) : []),
    ...(state.onlyBase ? (["base"] as const) : []),
    ...(state.onlySteady ? (["steady"] as const) : []),
  ];
  const wishes = assets.map((asset) => familyOf(asset)?.mints.slice() ?? [asset]);
  const filter: ViewFilter = {
    ...(types.length === marketTypes.length ? {} : { types: [...types] }),
    ...(providers.length === 0 ? {} : { providers: [...providers] }),
    ...(notProviders.length === 0 ? {} : { notProviders: [...notProviders] }),
    ...(wishes.length === 0 || !assetsApply(types) ? {} : { assets: { wishes, match: assetMatch } }),
    ...(without.length === 0 ? {} : { without: [...mintsOfAssets(without)] }),
    ...(ids === undefined ? {} : { ids: [...ids] }),
    ...(words.length === 0 ? {} : { words: words.map(wordOf) }),
    bounds: bounds.filter(({ least, most }) => least !== undefined || most !== undefined),
    only,
  };
  // An invalid filter would invalidate the rule.
  return viewFilterSchema.safeParse(filter).success
    ? { filter }
    : { why: "longer names than a rule may hold" };
}

export function viewTarget(
  { search, name }: Pick<ViewTarget, "search" | "name">,
  starred: ReadonlySet<string>,
): ViewTarget {
  const said = viewFilterOf(search, starred);
  return { kind: "view", search, name, ...("filter" in said ? { filter: said.filter } : {}) };
}

/**
 * An older release, stars or families may have produced another. `shared`: the last saved stars apply. Returns the
 * same rule if nothing changed.
 */
export function withCurrentFilter(rule: AlertRule, starred: ReadonlySet<string>, shared: boolean): AlertRule {
  if (rule.target.kind !== "view") return rule;
  if (shared && rule.target.filter !== undefined && readViewState(rule.target.search).onlyStarred)
    return rule;
  const target = viewTarget(rule.target, starred);
  return JSON.stringify(target.filter) === JSON.stringify(rule.target.filter) ? rule : { ...rule, target };
}

function namedMarkets(
  { onlyStarred, chosen }: ViewState,
  starred: ReadonlySet<string>,
): readonly string[] | undefined {
  if (chosen.length > 0) return onlyStarred ? chosen.filter((id) => starred.has(id)) : chosen;
  return onlyStarred ? [...starred].toSorted() : undefined;
}

/** A family is also found by its name. */
function wordOf(text: string): NonNullable<ViewFilter["words"]>[number] {
  const families = assetFamilies.filter(({ words }) => foldText(words).includes(text));
  return families.length === 0 ? { text } : { text, families: families.map(({ mints }) => mints.slice()) };
}

function onlyHere(
  state: ViewState,
  ids: readonly string[] | undefined,
  words: readonly string[],
): string | undefined {
  if (state.view === "borrow") return "what can be borrowed";
  if ((ids?.length ?? 0) > mostNamedMarkets) return `more than ${String(mostNamedMarkets)} listed markets`;
  if (words.length > mostWords) return `more than ${String(mostWords)} words`;
  if (state.onlyClean) return "doubts";
  return state.onlyFits && state.size !== undefined && state.types.includes("loop")
    ? "loop capacity, which depends on other markets"
    : undefined;
}

export function whyNotServed(
  rule: AlertRule | undefined,
  others: readonly AlertRule[],
  starred: ReadonlySet<string>,
): { readonly because: string } | undefined {
  if (rule === undefined || rulesToServe([...others, rule], true).includes(rule)) return undefined;
  if (rule.target.kind === "position")
    return {
      because: ` The service checks the loans of up to ${countOf(mostServed.wallets, "wallet")}, and other rules use them all.`,
    };
  const filter = rule.target.kind === "view" ? viewFilterOf(rule.target.search, starred) : undefined;
  return {
    because:
      filter !== undefined && "why" in filter
        ? ` The service can't check it: this view looks at ${filter.why}.`
        : ` The service checks up to ${countOf(mostServed.views, "view")}, fewer if they list many markets, and other rules use them all.`,
  };
}
