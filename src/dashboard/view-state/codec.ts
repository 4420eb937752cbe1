// URL ↔ view state. Every field says how it is read, how it is written and which value is its default; nothing here throws,
// whatever the URL holds: a junk value is dropped alone, a junk item is dropped from its list.
import {
  isMarketType,
  isPredictionStatus,
  marketTypes,
  predictionStatuses,
  ratedMarketTypes,
  type MarketType,
} from "../../contract/market.ts";
import { isMintAddress } from "../../contract/markets-request.ts";
import { ratio, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { isColumnId, isSortableColumnId, type ColumnId } from "../market/columns.ts";
import { parametersOf, withParameters } from "./address.ts";
import { chooseBasis, chooseView, ownColumns, ownSort, views } from "./views.ts";
import { assetMatches, viewIds, type SortKey, type ViewId, type ViewState } from "./view-state.ts";

/** What the page shows when the URL says nothing. */
export const defaultViewState: ViewState = {
  view: "earn",
  types: ratedMarketTypes,
  providers: [],
  notProviders: [],
  assets: [],
  assetMatch: "any",
  without: [],
  statuses: ["open"],
  query: "",
  minDeposits: undefined,
  maxDeposits: undefined,
  minApy: undefined,
  maxApy: undefined,
  minAvailable: undefined,
  minLtv: undefined,
  maxLtv: undefined,
  hideSmall: false,
  onlyRewards: false,
  onlyBase: false,
  onlySteady: false,
  onlyFits: false,
  onlyExits: false,
  onlyClean: false,
  onlyStarred: false,
  chosen: [],
  size: undefined,
  basis: "total",
  benchmark: undefined,
  sort: undefined,
  columns: undefined,
  density: "normal",
};

interface FieldCodec<Value> {
  /** The name of the URL parameter. */
  readonly parameter: string;
  /** The value a text stands for; undefined when it stands for none, and the default holds. */
  read(text: string): Value | undefined;
  /** The text of a value that is not the default. */
  write(value: Value): string;
  /** Whether the parameter can be left out. */
  isDefault(value: Value, state: ViewState): boolean;
}

// Obliges every field of the view state to have a codec. The order here is the order of the parameters in the URL.
type Codecs = { readonly [Field in keyof ViewState]: FieldCodec<ViewState[Field]> };

const maximumQueryLength = 200;
const maximumProviders = 50;
const maximumAssets = 100;
const maximumSortKeys = 4;
/** Longer texts are not even looked at: nothing valid is that long. */
const maximumTextLength = 8_000;

const codecs: Codecs = {
  view: {
    parameter: "view",
    read: (text) => viewIds.find((id) => id === text),
    write: (view) => view,
    isDefault: (view) => view === defaultViewState.view,
  },
  types: {
    parameter: "type",
    read: (text) => nonEmpty(inOrder(marketTypes, items(text).filter(isMarketType))),
    write: (types) => types.join(","),
    // Left out, it reads as the view's own types: only for the default view are those the default types.
    isDefault: (types, state) =>
      state.view === defaultViewState.view && sameItems(types, defaultViewState.types),
  },
  providers: providerIds("provider"),
  notProviders: providerIds("notProvider"),
  assets: mints("asset"),
  assetMatch: {
    parameter: "match",
    read: (text) => assetMatches.find((match) => match === text),
    write: (match) => match,
    isDefault: (match) => match === "any",
  },
  without: mints("without"),
  statuses: {
    parameter: "status",
    read: (text) => nonEmpty(inOrder(predictionStatuses, items(text).filter(isPredictionStatus))),
    write: (statuses) => statuses.join(","),
    isDefault: (statuses) => sameItems(statuses, defaultViewState.statuses),
  },
  query: {
    parameter: "q",
    read: (text) => wellFormed(text.slice(0, maximumQueryLength)),
    write: (query) => wellFormed(query.slice(0, maximumQueryLength)),
    isDefault: (query) => query === "",
  },
  minDeposits: amount("minDeposits"),
  maxDeposits: amount("maxDeposits"),
  minApy: percent("minApy"),
  maxApy: percent("maxApy"),
  minAvailable: amount("minAvailable"),
  minLtv: percent("minLtv"),
  maxLtv: percent("maxLtv"),
  hideSmall: flag("hideSmall"),
  onlyRewards: flag("rewards"),
  onlyBase: flag("baseOnly"),
  onlySteady: flag("steady"),
  onlyFits: flag("fits"),
  onlyExits: flag("exit"),
  onlyClean: flag("clean"),
  onlyStarred: flag("starred"),
  chosen: {
    parameter: "list",
    // Commas part the ids, so those inside an id are written as they are escaped in a path.
    read: (text) => nonEmpty(fitting(unique(items(text).flatMap(readMarketId)).toSorted())),
    write: (chosen) => chosen.map((id) => encodeURIComponent(id)).join(","),
    isDefault: (chosen) => chosen.length === 0,
  },
  size: amount("size"),
  basis: {
    parameter: "basis",
    read: (text) => (text === "base" ? "base" : undefined),
    write: (basis) => basis,
    isDefault: (basis) => basis === "total",
  },
  benchmark: {
    parameter: "vs",
    // Escaped as an id of `list` is, so that one form of a market's id stands in all addresses.
    read: (text) => fitting(readMarketId(text.trim()))[0],
    write: (id) => encodeURIComponent(id ?? ""),
    isDefault: (id) => id === undefined,
  },
  sort: {
    parameter: "sort",
    read: (text) => nonEmpty(uniqueKeys(items(text).flatMap(readSortKey)).slice(0, maximumSortKeys)),
    write: (sort) => (sort ?? []).map((key) => (key.descending ? `-${key.column}` : key.column)).join(","),
    isDefault: (sort) => sort === undefined,
  },
  columns: {
    parameter: "cols",
    read: (text) => {
      const columns = nonEmpty(unique(items(text).filter(isColumnId)));
      return columns === undefined ? undefined : framed(columns);
    },
    write: (columns) => (columns ?? []).join(","),
    isDefault: (columns) => columns === undefined,
  },
  density: {
    parameter: "density",
    read: (text) => (text === "compact" ? "compact" : undefined),
    write: (density) => density,
    isDefault: (density) => density === "normal",
  },
};

const parameters: ReadonlySet<string> = new Set(Object.values(codecs).map((codec) => codec.parameter));

/**
 * Reads a URL's search text (with or without the question mark) as a view state in canonical form.
 * Values that cannot be read fall back to their defaults one by one; never throws.
 */
export function readViewState(search: string): ViewState {
  const texts = new Map<string, string>();
  for (const { name, text } of parametersOf(search))
    if (parameters.has(name) && !texts.has(name) && text.length <= maximumTextLength) texts.set(name, text);

  const read = <Field extends keyof ViewState>(
    field: Field,
    fallback: ViewState[Field],
  ): ViewState[Field] => {
    const codec = codecs[field];
    const text = texts.get(codec.parameter);
    return (text === undefined ? undefined : codec.read(text)) ?? fallback;
  };
  const view = read("view", defaultViewState.view);
  return canonicalViewState({
    view,
    types: read("types", views[view].types),
    providers: read("providers", defaultViewState.providers),
    notProviders: read("notProviders", defaultViewState.notProviders),
    assets: read("assets", defaultViewState.assets),
    assetMatch: read("assetMatch", defaultViewState.assetMatch),
    without: read("without", defaultViewState.without),
    statuses: read("statuses", defaultViewState.statuses),
    query: read("query", defaultViewState.query),
    minDeposits: read("minDeposits", defaultViewState.minDeposits),
    maxDeposits: read("maxDeposits", defaultViewState.maxDeposits),
    minApy: read("minApy", defaultViewState.minApy),
    maxApy: read("maxApy", defaultViewState.maxApy),
    minAvailable: read("minAvailable", defaultViewState.minAvailable),
    minLtv: read("minLtv", defaultViewState.minLtv),
    maxLtv: read("maxLtv", defaultViewState.maxLtv),
    hideSmall: read("hideSmall", defaultViewState.hideSmall),
    onlyRewards: read("onlyRewards", defaultViewState.onlyRewards),
    onlyBase: read("onlyBase", defaultViewState.onlyBase),
    onlySteady: read("onlySteady", defaultViewState.onlySteady),
    onlyFits: read("onlyFits", defaultViewState.onlyFits),
    onlyExits: read("onlyExits", defaultViewState.onlyExits),
    onlyClean: read("onlyClean", defaultViewState.onlyClean),
    onlyStarred: read("onlyStarred", defaultViewState.onlyStarred),
    chosen: read("chosen", defaultViewState.chosen),
    size: read("size", defaultViewState.size),
    basis: read("basis", defaultViewState.basis),
    benchmark: read("benchmark", defaultViewState.benchmark),
    sort: read("sort", defaultViewState.sort),
    columns: read("columns", defaultViewState.columns),
    density: read("density", defaultViewState.density),
  });
}

/**
 * Writes a view state as search text without the question mark. Defaults are left out, parameters stand in the order of the
 * codecs, and whatever else `search` holds follows letter by letter as it was.
 * @param search the URL's present search text, with or without the question mark
 */
export function writeViewState(state: ViewState, search: string): string {
  const canonical = canonicalViewState(state);
  const pair = <Value>(codec: FieldCodec<Value>, value: Value): readonly [string, string | undefined] => [
    codec.parameter,
    codec.isDefault(value, canonical) ? undefined : codec.write(value),
  ];
  const pairs = {
    view: pair(codecs.view, canonical.view),
    types: pair(codecs.types, canonical.types),
    providers: pair(codecs.providers, canonical.providers),
    notProviders: pair(codecs.notProviders, canonical.notProviders),
    assets: pair(codecs.assets, canonical.assets),
    assetMatch: pair(codecs.assetMatch, canonical.assetMatch),
    without: pair(codecs.without, canonical.without),
    statuses: pair(codecs.statuses, canonical.statuses),
    query: pair(codecs.query, canonical.query),
    minDeposits: pair(codecs.minDeposits, canonical.minDeposits),
    maxDeposits: pair(codecs.maxDeposits, canonical.maxDeposits),
    minApy: pair(codecs.minApy, canonical.minApy),
    maxApy: pair(codecs.maxApy, canonical.maxApy),
    minAvailable: pair(codecs.minAvailable, canonical.minAvailable),
    minLtv: pair(codecs.minLtv, canonical.minLtv),
    maxLtv: pair(codecs.maxLtv, canonical.maxLtv),
    hideSmall: pair(codecs.hideSmall, canonical.hideSmall),
    onlyRewards: pair(codecs.onlyRewards, canonical.onlyRewards),
    onlyBase: pair(codecs.onlyBase, canonical.onlyBase),
    onlySteady: pair(codecs.onlySteady, canonical.onlySteady),
    onlyFits: pair(codecs.onlyFits, canonical.onlyFits),
    onlyExits: pair(codecs.onlyExits, canonical.onlyExits),
    onlyClean: pair(codecs.onlyClean, canonical.onlyClean),
    onlyStarred: pair(codecs.onlyStarred, canonical.onlyStarred),
    chosen: pair(codecs.chosen, canonical.chosen),
    size: pair(codecs.size, canonical.size),
    basis: pair(codecs.basis, canonical.basis),
    benchmark: pair(codecs.benchmark, canonical.benchmark),
    sort: pair(codecs.sort, canonical.sort),
    columns: pair(codecs.columns, canonical.columns),
    density: pair(codecs.density, canonical.density),
  } satisfies Record<keyof ViewState, readonly [string, string | undefined]>;
  return withParameters(search, Object.values(pairs));
}

/**
 * Brings a state into the one form that has one URL: lists without repetition and in order, the view that the types speak
 * of, and no order or columns that are the view's own anyway.
 */
export function canonicalViewState(state: ViewState): ViewState {
  const types = nonEmpty(inOrder(marketTypes, state.types)) ?? views[state.view].types;
  const view = canonicalView(state.view, types);
  const sort = state.sort === undefined ? undefined : nonEmpty(uniqueKeys(state.sort));
  const columns = state.columns === undefined ? undefined : framed(unique(state.columns));
  return {
    ...state,
    view,
    types,
    providers: unique(state.providers).toSorted(),
    // What is not among those named is left out already.
    notProviders: state.providers.length > 0 ? [] : unique(state.notProviders).toSorted(),
    assetMatch: state.assets.length === 0 ? "any" : state.assetMatch,
    assets: unique(state.assets).toSorted(),
    without: unique(state.without).toSorted(),
    chosen: fitting(unique(state.chosen).toSorted()),
    benchmark: state.benchmark === undefined ? undefined : fitting([state.benchmark])[0],
    statuses: nonEmpty(inOrder(predictionStatuses, state.statuses)) ?? defaultViewState.statuses,
    sort: sort !== undefined && sameSort(sort, ownSort(view, state.basis)) ? undefined : sort,
    columns: columns !== undefined && sameItems(columns, ownColumns(view, state.basis)) ? undefined : columns,
  };
}

/**
 * The state after a change. A change of view without types brings the view's own types, order and columns; a change of basis
 * without an order takes an explicit order by the one rate over to the other.
 */
export function changeViewState(state: ViewState, change: Partial<ViewState>): ViewState {
  const byView =
    change.view !== undefined && change.types === undefined && change.view !== state.view
      ? chooseView(change.view)
      : {};
  const byBasis =
    change.basis !== undefined && !("sort" in change) && change.view === undefined
      ? chooseBasis(state, change.basis)
      : {};
  return canonicalViewState({ ...state, ...byView, ...byBasis, ...change });
}

/** A view stands for its types: when the types say otherwise, the view follows them. */
function canonicalView(view: ViewId, types: readonly MarketType[]): ViewId {
  const only = types.length === 1 ? types[0] : undefined;
  if (only === "loop" || only === "perpetual" || only === "prediction") return only;
  switch (view) {
    case "earn":
      return "earn";
    case "borrow":
      return types.includes("lending") ? "borrow" : "earn";
    case "loop":
    case "perpetual":
    case "prediction":
    case "all":
      return types.length === marketTypes.length ? "all" : "earn";
    default:
      return view satisfies never;
  }
}

/** Half a surrogate pair cannot be encoded into a URL: encodeURIComponent throws on it. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "");
}

function items(text: string): string[] {
  return text.split(",").map((item) => item.trim());
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

function inOrder<T>(order: readonly T[], list: readonly T[]): T[] {
  return order.filter((item) => list.includes(item));
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function sameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}

function sameSort(left: readonly SortKey[], right: readonly SortKey[]): boolean {
  return (
    left.length === right.length &&
    left.every((key, index) => {
      const other = right[index];
      return other !== undefined && key.column === other.column && key.descending === other.descending;
    })
  );
}

/** Provider ids are opaque, new ones appear; only what cannot be one item of a URL list is refused. */
function isProviderId(text: string): boolean {
  return /^[^\s,&\p{C}]{1,64}$/u.test(text);
}

function readMarketId(item: string): string[] {
  try {
    return [decodeURIComponent(item)];
  } catch {
    return [];
  }
}

/** As many ids as one parameter holds: about seventy. */
function fitting(ids: readonly string[]): readonly string[] {
  let length = 0;
  return ids.filter((id) => {
    if (id.trim() === "" || wellFormed(id) !== id) return false;
    length += encodeURIComponent(id).length + 1;
    return length <= maximumTextLength;
  });
}

function readSortKey(item: string): SortKey[] {
  const descending = item.startsWith("-");
  const column = descending ? item.slice(1) : item;
  return isSortableColumnId(column) ? [{ column, descending }] : [];
}

function uniqueKeys(keys: readonly SortKey[]): SortKey[] {
  return keys.filter((key, index) => keys.findIndex((other) => other.column === key.column) === index);
}

/** `market` names the row and `actions` ends it, whatever was chosen between them. */
function framed(columns: readonly ColumnId[]): readonly ColumnId[] {
  return ["market", ...columns.filter((column) => column !== "market" && column !== "actions"), "actions"];
}

function providerIds(parameter: string): FieldCodec<readonly string[]> {
  return {
    parameter,
    read: (text) => nonEmpty(unique(items(text).filter(isProviderId)).slice(0, maximumProviders).toSorted()),
    write: (ids) => ids.join(","),
    isDefault: (ids) => ids.length === 0,
  };
}

function mints(parameter: string): FieldCodec<readonly string[]> {
  return {
    parameter,
    read: (text) => nonEmpty(unique(items(text).filter(isMintAddress)).slice(0, maximumAssets).toSorted()),
    write: (list) => list.join(","),
    isDefault: (list) => list.length === 0,
  };
}

function flag(parameter: string): FieldCodec<boolean> {
  return {
    parameter,
    read: (text) => (text === "1" ? true : undefined),
    write: () => "1",
    isDefault: (value) => !value,
  };
}

const maximumUsd = 1e15;
const maximumPercent = 1e7;

/** Dollars above zero: a minimum or a size of nothing is none. */
function amount(parameter: string): FieldCodec<Usd | undefined> {
  return {
    parameter,
    read: (text) => {
      const value = readDecimal(text, 0, maximumUsd);
      return value === 0 ? undefined : usd(value);
    },
    write: (value) => writeDecimal(value ?? 0),
    isDefault: (value) => value === undefined,
  };
}

/** A bound of a rate or share: percent in the URL, a fraction here. */
function percent(parameter: string): FieldCodec<Ratio | undefined> {
  return {
    parameter,
    read: (text) => ratio(readDecimal(text, -maximumPercent, maximumPercent, 100)),
    write: (value) => writeDecimal(value ?? 0, 100),
    isDefault: (value) => value === undefined,
  };
}

/** A plain decimal number, `5`, `-1.25` or `.5`, of at most six decimals, within bounds; undefined for anything else. */
function readDecimal(text: string, minimum: number, maximum: number, divisor = 1): number | undefined {
  if (!/^-?(?:\d{1,16}(?:\.\d{0,6})?|\.\d{1,6})$/.test(text.trim())) return undefined;
  const value = Number(text.trim());
  return value < minimum || value > maximum ? undefined : value / divisor;
}

/** The shortest plain decimal text that `readDecimal` reads as the same value; of six decimals when none does. */
function writeDecimal(value: number, divisor = 1): string {
  const scaled = value * divisor;
  for (let decimals = 0; decimals <= 6; decimals += 1) {
    const rounded = roundedTo(scaled, decimals);
    if (rounded / divisor === value) return String(rounded);
  }
  return String(roundedTo(scaled, 6));
}

function roundedTo(value: number, decimals: number): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power;
}
