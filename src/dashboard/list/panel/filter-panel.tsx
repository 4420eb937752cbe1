import { memo, useDeferredValue, type ReactNode } from "react";
import { readDays, writePercent } from "../../../domain/format/read-amount.ts";
import {
  filters,
  flagIds,
  isRecordFilter,
  isPercentRange,
  isUsdRange,
  rangeIds,
  setFilter,
  statusNames,
  type FlagId,
  type RangeId,
} from "../../../domain/market/filters/filters.ts";
import { columnOf, type ColumnId } from "../../../domain/market/columns.ts";
import { assetsApply } from "../../../domain/market/filters/asset-match.ts";
import { typeNames } from "../../../domain/market/market-text.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { Facets } from "../../select/facets.ts";
import { toggled } from "../../../domain/toggled.ts";
import { fieldsInLine, PercentField, UsdField, ValueField } from "../../ui/fields/text-field.tsx";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { AssetFilter, AssetRules } from "./asset-filter.tsx";
import {
  CountedBox,
  FilterGroup,
  Disclosure,
  sectionClass,
  type FilterPartProps,
  type GroupState,
} from "./filter-parts.tsx";
import { ProviderFilter } from "./provider-filter.tsx";
import { useStable } from "../../data/use-stable.ts";

type PartProps = FilterPartProps<ViewState>;

export interface FilterPanelProps extends PartProps {
  readonly search?: ReactNode;
  readonly extra?: ReactNode;
}

export function FilterPanel({ search, extra, ...props }: FilterPanelProps): ReactNode {
  const { state, onChange, facets } = props;
  // Without the query, so that typing only updates the counts.
  const unsearched = useStable({ ...state, query: "" });
  // Stays the same object while only switches and bounds change.
  const { view, types, assets, assetMatch, without, statuses, providers, notProviders } = state;
  const groups = useStable({ view, types, assets, assetMatch, without, statuses, providers, notProviders });
  return (
    <>
      <div className={`${sectionClass} grid gap-3 empty:hidden`}>
        {search}
        {assetsApply(types) || assets.length > 0 ? (
          <AssetFilter state={groups} onChange={onChange} facets={facets} />
        ) : null}
        {extra}
      </div>
      <Choices {...props} state={unsearched} groups={groups} />
    </>
  );
}

const Choices = memo(function Choices(props: ChoicesProps): ReactNode {
  const { state, groups, onChange } = props;
  return (
    <>
      <TypesAndProviders {...props} state={groups} />
      <div className={sectionClass}>
        <Switches {...props} ids={shownFlags} />
        {hasRatesOf(state) || rangeIds.some((id) => state[id] !== undefined) ? (
          <div className={`mt-2 ${fieldsInLine}`}>
            {shownRanges
              .filter((id) => state[id] !== undefined || isPublished(id, state))
              .map((id) => (
                <Bound key={id} id={id} state={state} onChange={onChange} />
              ))}
          </div>
        ) : null}
        <MoreFilters {...props} />
      </div>
    </>
  );
});

/** Memoized, because React writes every checkbox that it renders. */
const TypesAndProviders = memo(function TypesAndProviders(props: FilterPartProps<GroupState>): ReactNode {
  const { state, onChange, facets } = props;
  const hasStatuses = useDashboardConfig().source.lacks?.includes("predictions") !== true;
  return (
    <>
      <Choice
        name="Type"
        options={facets.types.map(({ type, count }) => ({ value: type, label: typeNames[type], count }))}
        chosen={state.types}
        facets={facets}
        whyKept="At least one type stays selected."
        onChange={(types) => onChange({ types })}
      />
      <ProviderFilter {...props} />
      {hasStatuses && state.types.includes("prediction") ? (
        <Choice
          name={filters.statuses.label}
          options={facets.statuses.map(({ status, count }) => ({
            value: status,
            label: statusNames[status],
            count,
          }))}
          chosen={state.statuses}
          facets={facets}
          whyKept={state.statuses[0] === "open" ? "At least one status stays selected." : undefined}
          onChange={(statuses) => onChange({ statuses })}
        />
      ) : (
        <FilterGroup name={filters.statuses.label}>
          <p className="text-small text-text2">
            {hasStatuses
              ? "Select the type Prediction to filter by status."
              : "This source lists no prediction markets."}
          </p>
        </FilterGroup>
      )}
    </>
  );
});

interface ChoicesProps extends PartProps {
  readonly groups: GroupState;
}

function Choice<Value extends string>({
  name,
  options,
  chosen,
  facets,
  whyKept,
  onChange,
}: {
  readonly name: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly count: number | undefined;
  }[];
  readonly chosen: readonly Value[];
  readonly facets: Facets;
  readonly whyKept: string | undefined;
  readonly onChange: (chosen: readonly Value[]) => void;
}): ReactNode {
  return (
    <FilterGroup name={name}>
      {options.map(({ value, label, count }) => {
        const checked = chosen.includes(value);
        return (
          <CountedBox
            key={value}
            label={label}
            checked={checked}
            count={facets.loaded > 0 && (checked || count !== 0) ? count : undefined}
            reason={checked && chosen.length === 1 ? whyKept : undefined}
            onChange={() => onChange(toggled(chosen, value))}
          />
        );
      })}
    </FilterGroup>
  );
}

interface BoundProps extends Pick<PartProps, "state" | "onChange"> {
  readonly id: RangeId;
}

const Bound = memo(BoundField, (one, other) => {
  const { id, onChange, state } = other;
  return one.id === id && one.onChange === onChange && one.state[id] === state[id];
});

function BoundField({ id, state, onChange }: BoundProps): ReactNode {
  const { label, placeholder, control } = filters[id];
  const field = { label, placeholder, className: "min-w-min" };
  const set = (value: number | undefined): void => onChange(setFilter(id, value), "replace");
  if (isUsdRange(id))
    return <UsdField {...field} value={state[id]} signed={control === "flow"} onValue={set} />;
  if (isPercentRange(id))
    return <PercentField {...field} value={state[id]} write={writePercent} onValue={set} />;
  return (
    <ValueField
      {...field}
      after="days"
      value={state[id]}
      read={readDays}
      write={(days) => String(days ?? "")}
      onValue={set}
    />
  );
}

const shownRanges = rangeIds.filter((id) => !filters[id].collapsed);
const collapsedRanges = rangeIds.filter((id) => filters[id].collapsed);

function sharesLine(id: RangeId): boolean {
  return collapsedRanges.some((other) => other !== id && filters[other].field === filters[id].field);
}

function MoreFilters(props: ChoicesProps): ReactNode {
  const { state, groups, onChange } = props;
  const hasRecord = useDashboardConfig().record !== undefined;
  const isBounded = collapsedRanges.some((id) => state[id] !== undefined);
  const hasAssetRules = state.assetMatch === "any" || state.without.length > 0;
  const inForce = hasAssetRules || isBounded || collapsedFlags.some((id) => state[id]);
  const aboutAssets = hasAssetRules || assetsApply(state.types);
  const aboutRates = hasRatesOf(state) || isBounded;
  return (
    <Disclosure name="More filters" inForce={inForce}>
      <Switches {...props} ids={collapsedFlags} />
      {aboutAssets ? <AssetRules {...props} state={groups} /> : null}
      {aboutRates ? (
        <div className="flex flex-wrap gap-x-1.5 gap-y-2.5 py-1">
          {collapsedRanges
            .filter(
              (id) => state[id] !== undefined || (isRecordFilter(id) ? hasRecord : isPublished(id, state)),
            )
            .map((id) => (
              <div key={id} className={sharesLine(id) ? "flex-1 whitespace-nowrap" : "basis-full"}>
                <Bound id={id} state={state} onChange={onChange} />
              </div>
            ))}
        </div>
      ) : null}
    </Disclosure>
  );
}

/** The column that each filter judges. A filter is hidden if no market in the list publishes the figure. */
const looksAt: Partial<Readonly<Record<FlagId | RangeId, ColumnId>>> = {
  minDeposits: "totalDepositUsd",
  maxDeposits: "totalDepositUsd",
  minAvailable: "available",
  maxUtilization: "utilization",
  maxRewards: "rewardApy",
  hideSmall: "totalDepositUsd",
  onlyRewards: "rewardApy",
  onlyBase: "rewardApy",
  onlyExits: "available",
};

function isPublished(id: FlagId | RangeId, { types }: Pick<ViewState, "types">): boolean {
  const column = looksAt[id];
  return column === undefined || columnOf(column).types.some((type) => types.includes(type));
}

function hasRatesOf({ types }: Pick<ViewState, "types">): boolean {
  return types.some((type) => type !== "prediction" && type !== "perpetual");
}

const collapsedFlags: readonly FlagId[] = ["onlyRewards", "onlyBase", "onlyClean"];
const shownFlags = flagIds.filter((id) => !collapsedFlags.includes(id));

function Switches({
  ids,
  state,
  onChange,
  facets,
  loading,
}: PartProps & { readonly ids: readonly FlagId[] }): ReactNode {
  // Deferred, so that rows render first: counting judges every market.
  const counted = useDeferredValue<Facets | "later">(loading === true ? "later" : facets, "later");
  const hasRates = hasRatesOf(state);
  const applies = (id: FlagId): boolean => {
    if (id === "onlyStarred") return facets.switchCount(id) !== 0;
    // Perpetuals have no data checks.
    if (id === "onlyClean") return hasRates || state.types.includes("prediction");
    // A loan does not need an exit.
    if (id === "onlyExits" && state.view === "borrow") return false;
    return (
      hasRates && (state.size !== undefined || !filters[id].needs.includes("size")) && isPublished(id, state)
    );
  };
  return (
    <div>
      {ids
        .filter((id) => state[id] !== filters[id].initial || applies(id))
        .map((id) => (
          <Switch
            key={id}
            id={id}
            on={state[id]}
            count={counted === "later" || counted.loaded === 0 ? undefined : counted.switchCount(id)}
            onChange={onChange}
          />
        ))}
    </div>
  );
}

interface SwitchProps extends Pick<PartProps, "onChange"> {
  readonly id: FlagId;
  readonly on: boolean;
  readonly count: number | undefined;
}

const Switch = memo(function Switch({ id, on, count, onChange }: SwitchProps): ReactNode {
  const { label, hint } = filters[id];
  return (
    <CountedBox
      label={label}
      checked={on}
      count={count}
      reason={hint}
      onChange={(next) => onChange(setFilter(id, next))}
    />
  );
});
