import { ChevronRight } from "lucide-react";
import { memo, useDeferredValue, useState, type ComponentProps, type ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
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
import { useProviderIcons } from "../../data/storage/provider-icons.ts";
import { typeNames } from "../../../domain/market/market-text.ts";
import type { Facets, ProviderFacet } from "../../select/facets.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { toggled } from "../../../domain/toggled.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { PercentField, UsdField, ValueField } from "../../ui/fields/text-field.tsx";
import type { HowToChange } from "../../view-state/address.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { SearchField } from "../toolbar/search-field.tsx";
import { AssetFilter, AssetRules, type AssetChoice } from "./asset-filter.tsx";
import { useTooltip } from "../../ui/overlay/tooltip.tsx";
import { useStable } from "../../ui/page/use-stable.ts";
import { ProviderBadge } from "../../ui/marks/market-icon.tsx";

export interface FilterPanelProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly facets: Facets;
  readonly records?: boolean;
  readonly loading?: boolean;
  readonly extra?: ReactNode;
  readonly searchId?: string;
  readonly onSearchEnter?: () => void;
}

export function FilterPanel({
  state,
  onChange,
  facets,
  records = false,
  loading = false,
  extra,
  searchId,
  onSearchEnter,
}: FilterPanelProps): ReactNode {
  // Typing changes the counts and nothing else here.
  const unsearched = useStable({ ...state, query: "" });
  const kinds = useKinds(state);
  return (
    <>
      <div className={`${sectionClass} grid gap-3`}>
        {searchId === undefined ? null : (
          <SearchField
            id={searchId}
            query={state.query}
            onQuery={(query) => onChange({ query }, "replace")}
            onEnter={onSearchEnter}
          />
        )}
        {assetsApply(state.types) || state.assets.length > 0 ? (
          <AssetFilter state={kinds} onChange={onChange} facets={facets} />
        ) : null}
        {extra}
      </div>
      <Choices state={unsearched} onChange={onChange} facets={facets} records={records} loading={loading} />
    </>
  );
}

const countHelp = "How many loaded markets match this choice. Of the other filters only the asset counts.";

const Choices = memo(function Choices({ state, onChange, facets, records, loading }: PartProps): ReactNode {
  const [tipHandlers, tooltip] = useTooltip(() => countHelp, "[data-count]");
  const kinds = useKinds(state);
  return (
    <div {...tipHandlers}>
      <KindsAndProviders state={kinds} onChange={onChange} facets={facets} loading={loading} />
      <div className={sectionClass}>
        <Switches ids={shownFlags} state={state} onChange={onChange} facets={facets} loading={loading} />
        {hasRatesOf(state) || rangeIds.some((id) => state[id] !== undefined) ? (
          <div className="mt-2 grid grid-cols-[minmax(114px,1fr)_minmax(68px,1fr)] items-end gap-x-2 gap-y-1.5">
            {shownRanges
              .filter((id) => state[id] !== undefined || isPublished(id, state))
              .map((id) => (
                <Bound key={id} id={id} state={state} onChange={onChange} />
              ))}
          </div>
        ) : null}
        <MoreFilters
          state={state}
          kinds={kinds}
          onChange={onChange}
          facets={facets}
          records={records}
          loading={loading}
        />
      </div>
      {tooltip}
    </div>
  );
});

type Kinds = AssetChoice & Pick<ViewState, "statuses" | "providers" | "notProviders">;

/** Stable while the switches and bounds change. */
function useKinds(state: Kinds): Kinds {
  const { view, types, assets, assetMatch, without, statuses, providers, notProviders } = state;
  return useStable({ view, types, assets, assetMatch, without, statuses, providers, notProviders });
}

interface KindsProps extends Pick<FilterPanelProps, "onChange" | "facets"> {
  readonly state: Kinds;
  readonly loading: boolean | undefined;
}

/** Apart, because React writes every checkbox that it renders. */
const KindsAndProviders = memo(function KindsAndProviders({
  state,
  onChange,
  facets,
  loading,
}: KindsProps): ReactNode {
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
      <ProviderFilter state={state} onChange={onChange} facets={facets} loading={loading} />
      {state.types.includes("prediction") ? (
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
      ) : null}
    </>
  );
});

interface PartProps extends Pick<FilterPanelProps, "state" | "onChange" | "facets"> {
  readonly records?: boolean | undefined;
  readonly loading?: boolean | undefined;
}

function CountedBox({
  count,
  ...box
}: Omit<ComponentProps<typeof Checkbox>, "count"> & { readonly count: number | undefined }): ReactNode {
  return (
    <Checkbox
      {...box}
      count={count === undefined ? undefined : formatCount(count).text}
      countNoun={count === 1 ? "market" : "markets"}
    />
  );
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
  readonly options: readonly { readonly value: Value; readonly label: string; readonly count: number }[];
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
            count={facets.loaded > 0 && (checked || count > 0) ? count : undefined}
            reason={checked && chosen.length === 1 ? whyKept : undefined}
            onChange={() => onChange(toggled(chosen, value))}
          />
        );
      })}
    </FilterGroup>
  );
}

const providerChoices = [
  { value: "only", label: "Only" },
  { value: "not", label: "All but" },
] as const;

/** Included or excluded, whichever list is shorter; an exclusion lets new providers in. */
function ProviderFilter({ state, onChange, facets, loading }: KindsProps): ReactNode {
  const [wanted, setWanted] = useState<"only" | "not">("only");
  const choice = state.notProviders.length > 0 ? "not" : state.providers.length > 0 ? "only" : wanted;
  const ticked = choice === "not" ? state.notProviders : state.providers;
  const providers = useEveryProvider(state, facets);
  const tick = (ids: readonly string[], as: "only" | "not"): void =>
    onChange(as === "not" ? { providers: [], notProviders: ids } : { providers: ids, notProviders: [] });
  const row = ({ id, name, icon, count }: ProviderOption): ReactNode => (
    <CountedBox
      key={id}
      label={name}
      checked={ticked.includes(id)}
      icon={
        <span className="mr-1 flex">
          <ProviderBadge name={name} image={icon} />
        </span>
      }
      count={facets.loaded > 0 ? count : undefined}
      onChange={() => {
        setWanted(choice);
        tick(toggled(ticked, id), choice);
      }}
    />
  );
  const isBare = ({ id, count }: ProviderOption): boolean =>
    facets.loaded > 0 && count === 0 && !ticked.includes(id);
  // Predictions load last: their provider's place is reserved.
  const awaitsVenue =
    loading === true &&
    facets.loaded > 0 &&
    state.types.length > 1 &&
    state.types.includes("prediction") &&
    facets.types.every(({ type, count }) => type !== "prediction" || count === 0);
  return (
    <FilterGroup name={filters.providers.label}>
      {providers.filter((provider) => !isBare(provider)).map(row)}
      {awaitsVenue ? (
        <div aria-hidden="true" inert className="invisible">
          {row({ id: "", name: "", icon: undefined, count: undefined })}
        </div>
      ) : null}
      <Fold name="More providers" inForce={choice === "not"}>
        {providers.filter(isBare).map(row)}
        <div className="flex items-center justify-between gap-2 py-1 text-small text-text2">
          <span aria-hidden="true">Selected</span>
          <Segmented
            label="Show selected providers"
            options={providerChoices}
            value={choice}
            onChange={(value) => {
              setWanted(value);
              if (ticked.length > 0) tick(ticked, value);
            }}
            className="h-6"
          />
        </div>
      </Fold>
    </FilterGroup>
  );
}

interface ProviderOption extends Omit<ProviderFacet, "count"> {
  readonly count: number | undefined;
}

/** Providers without a loaded market keep their icon; those not requested their count, while nothing else changes. */
function useEveryProvider(state: Kinds, { providers, loaded }: Facets): readonly ProviderOption[] {
  const icons = useProviderIcons(providers);
  const asked = [state.types, state.assets, state.statuses].map((list) => list.join()).join("|");
  const [seen, setSeen] = useState<{ readonly asked: string; readonly providers: Facets["providers"] }>();
  const all = state.providers.length === 0;
  // During rendering, so that no frame is outdated.
  if (all && loaded > 0 && seen?.providers !== providers) setSeen({ asked, providers });
  return providers.map((provider) => {
    const { id, icon = icons.get(id) } = provider;
    if (all || state.providers.includes(id)) return { ...provider, icon };
    const before = seen?.providers.find((other) => other.id === id);
    const counted = seen?.asked === asked ? before?.count : undefined;
    const count = provider.count > 0 ? provider.count : counted;
    return { id, name: before?.name ?? provider.name, icon, count };
  });
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
  const field = { label, placeholder };
  const set = (value: number | undefined): void => onChange(setFilter(id, value), "replace");
  if (isUsdRange(id))
    return <UsdField {...field} value={state[id]} signed={control === "flow"} onValue={set} />;
  if (isPercentRange(id))
    return <PercentField {...field} value={state[id]} write={writePercent} onValue={set} />;
  return (
    <ValueField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      after="days"
      value={state[id]}
      read={readDays}
      write={(days) => String(days ?? "")}
      onValue={set}
    />
  );
}

const shownRanges = rangeIds.filter((id) => !filters[id].folded);
const foldedRanges = rangeIds.filter((id) => filters[id].folded);

function sharesLine(id: RangeId): boolean {
  return foldedRanges.some((other) => other !== id && filters[other].field === filters[id].field);
}

function MoreFilters({
  state,
  kinds,
  onChange,
  facets,
  records,
  loading,
}: PartProps & { readonly kinds: Kinds }): ReactNode {
  const isBounded = foldedRanges.some((id) => state[id] !== undefined);
  const inForce =
    state.assetMatch === "any" ||
    state.without.length > 0 ||
    isBounded ||
    foldedFlags.some((id) => state[id]);
  const aboutAssets = assetsApply(state.types) || state.without.length > 0 || state.assetMatch === "any";
  const aboutRates = hasRatesOf(state) || isBounded;
  return (
    <Fold name="More filters" inForce={inForce}>
      <Switches ids={foldedFlags} state={state} onChange={onChange} facets={facets} loading={loading} />
      {aboutAssets ? <AssetRules state={kinds} onChange={onChange} facets={facets} /> : null}
      {aboutRates ? (
        <div className="grid grid-cols-2 items-start gap-x-1.5 gap-y-2.5 pt-1 pb-1 max-md:gap-x-2">
          {foldedRanges
            .filter(
              (id) =>
                state[id] !== undefined || (isRecordFilter(id) ? records === true : isPublished(id, state)),
            )
            .map((id) => (
              <div key={id} className={sharesLine(id) ? "" : "col-span-2"}>
                <Bound id={id} state={state} onChange={onChange} />
              </div>
            ))}
        </div>
      ) : null}
    </Fold>
  );
}

/** Hidden where no market of the list publishes the figure. */
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

const foldedFlags: readonly FlagId[] = ["onlyRewards", "onlyBase", "onlyClean"];
const shownFlags = flagIds.filter((id) => !foldedFlags.includes(id));

function Switches({
  ids,
  state,
  onChange,
  facets,
  loading,
}: PartProps & { readonly ids: readonly FlagId[] }): ReactNode {
  // Counting judges every market, so rows come first.
  const counted = useDeferredValue<Facets | "later">(loading === true ? "later" : facets, "later");
  const hasRates = hasRatesOf(state);
  const applies = (id: FlagId): boolean => {
    if (id === "onlyStarred") return facets.switchCount(id) !== 0;
    // Perpetuals have no data checks.
    if (id === "onlyClean") return hasRates || state.types.includes("prediction");
    // A loan has no exit.
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

const Switch = memo(function Switch({
  id,
  on,
  count,
  onChange,
}: Pick<PartProps, "onChange"> & {
  readonly id: FlagId;
  readonly on: boolean;
  readonly count: number | undefined;
}): ReactNode {
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

const sectionClass = "border-b border-line px-4 py-3 last:border-b-0";

function FilterGroup({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <fieldset className={sectionClass}>
      {/* Floated, because a legend does not take part in its fieldset's padding otherwise. */}
      <legend className="float-left mb-1 w-full text-small font-semibold text-text">{name}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

function Fold({
  name,
  inForce,
  children,
}: {
  readonly name: string;
  readonly inForce: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [unfolded, setUnfolded] = useState(inForce);
  return (
    <details
      open={unfolded || inForce}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
      className="group mt-2"
    >
      <summary className="flex min-h-7 cursor-pointer list-none items-center gap-1 rounded-item text-small text-text2 hover:text-text pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 group-open:rotate-90" />
        {name}
      </summary>
      {children}
    </details>
  );
}
