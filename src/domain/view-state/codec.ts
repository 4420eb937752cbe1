// Nothing here throws, whatever the URL contains: each invalid value or list item is dropped by itself.
import { marketTypes, type MarketType } from "../../contract/market.ts";
import { keysOf } from "../../contract/names/keys-of.ts";
import { isColumnId, isSortableColumnId } from "../market/columns.ts";
import { filters, initialFilters } from "../market/filters/filters.ts";
import {
  amount,
  initialValues,
  items,
  marketId,
  nonEmpty,
  option,
  optional,
  share,
  optionList,
  tokens,
  type ParametersFor,
} from "../market/filters/parameters.ts";
import { sameItems } from "../memoize.ts";
import { defaultLoanShare } from "../market/loan-terms.ts";
import { readValues, withParameters } from "./search-text.ts";
import { chooseBasis, chooseView, withFixedColumns, ownColumns, ownSort, sortText, views } from "./views.ts";
import { viewIds, type SortKey, type ViewId, type ViewState } from "./view-state.ts";

const maxSortKeys = 4;

type Writable<Values> = { -readonly [Field in keyof Values]: Values[Field] };

const parameters: ParametersFor<ViewState> = {
  view: option("view", viewIds),
  types: optionList("type", marketTypes, views.earn.types),
  ...filters,
  size: amount("size"),
  collateralAmount: tokens("have"),
  loanShare: share("share", defaultLoanShare),
  basis: option("basis", ["total", "base"]),
  outcomes: option("outcomes", ["grouped", "all"]),
  benchmark: marketId("vs"),
  sort: optional(
    "sort",
    (text) => nonEmpty(uniqueKeys(items(text).flatMap(readSortKey)).slice(0, maxSortKeys)),
    sortText,
    (sort) => nonEmpty(uniqueKeys(sort)),
  ),
  columns: optional(
    "cols",
    (text) => {
      const columns = nonEmpty([...new Set(items(text).filter(isColumnId))]);
      return columns === undefined ? undefined : withFixedColumns(columns);
    },
    (columns) => columns.join(","),
    (columns) => withFixedColumns([...new Set(columns)]),
  ),
  density: option("density", ["normal", "compact"]),
};

const fields = keysOf(parameters);

export const defaultViewState: ViewState = initialValues<ViewState>(parameters);

/** With or without the question mark. Unreadable values get their default, one by one. */
export function readViewState(search: string): ViewState {
  return canonicalViewState(readValues(parameters, search, { ...defaultViewState, types: [] }));
}

/** Without the question mark. Omits defaults. Unknown parameters of `search` follow unchanged. */
export function writeViewState(state: ViewState, search: string): string {
  const canonical = canonicalViewState(state);
  const pair = <Field extends keyof ViewState>(
    field: Field,
    value: ViewState[Field],
  ): readonly [string, string | undefined] => {
    const { [field]: parameter } = parameters;
    // Without a `type` parameter, the types default to the view's own.
    const fallsBack = field !== "types" || canonical.view === defaultViewState.view;
    return [parameter.name, fallsBack && parameter.isInitial(value) ? undefined : parameter.write(value)];
  };
  return withParameters(
    search,
    fields.map((field) => pair(field, canonical[field])),
  );
}

/** One state for all that mean the same: sorts lists, fits the view to the types, drops a default order or columns. */
export function canonicalViewState(state: ViewState): ViewState {
  const canonical: Writable<ViewState> = { ...state };
  const tidy = <Field extends keyof ViewState>(field: Field, value: ViewState[Field]): void => {
    canonical[field] = parameters[field].canonical(value);
  };
  for (const field of fields) tidy(field, state[field]);
  if (state.types.length === 0) canonical.types = views[state.view].types;
  const view = canonicalView(state.view, canonical.types);
  const { sort, columns } = canonical;
  const isOwn = columns !== undefined && sameItems(columns, ownColumns(view, state.basis));
  const framing = { ...canonical, view, columns: isOwn ? undefined : columns };
  return {
    ...canonical,
    view,
    notProviders: state.providers.length > 0 ? [] : canonical.notProviders,
    assetMatch: canonical.assets.length === 0 ? initialFilters.assetMatch : canonical.assetMatch,
    collateral: view === "borrow" ? canonical.collateral : initialFilters.collateral,
    collateralAmount:
      view === "borrow" && canonical.collateral !== undefined ? canonical.collateralAmount : undefined,
    loanShare: view === "borrow" ? canonical.loanShare : defaultLoanShare,
    outcomes: view === "prediction" ? canonical.outcomes : "grouped",
    unborrowable: view === "borrow" ? canonical.unborrowable : initialFilters.unborrowable,
    sort: sort !== undefined && sortText(sort) === sortText(ownSort(framing)) ? undefined : sort,
    columns: framing.columns,
  };
}

/** A new view resets types, order and columns. A new basis moves an explicit order to the other rate. */
export function changeViewState(state: ViewState, change: Partial<ViewState>): ViewState {
  const byView =
    change.view !== undefined && change.types === undefined && change.view !== state.view
      ? chooseView(change.view)
      : {};
  const byBasis =
    change.basis !== undefined && change.view === undefined ? chooseBasis(state, change.basis) : {};
  return canonicalViewState({ ...state, ...byView, ...byBasis, ...change });
}

/** If the types are not the view's own, the view changes to one that fits. */
function canonicalView(view: ViewId, types: readonly MarketType[]): ViewId {
  const only = types.length === 1 ? types[0] : undefined;
  if (only === "loop" || only === "perpetual" || only === "prediction") return only;
  if (view === "borrow" && types.includes("lending")) return "borrow";
  return view !== "earn" && types.length === marketTypes.length ? "all" : "earn";
}

function readSortKey(item: string): SortKey[] {
  const descending = item.startsWith("-");
  const column = descending ? item.slice(1) : item;
  return isSortableColumnId(column) ? [{ column, descending }] : [];
}

function uniqueKeys(keys: readonly SortKey[]): SortKey[] {
  return keys.filter((key, index) => keys.findIndex((other) => other.column === key.column) === index);
}
