// All filters, as they stand in the sidebar and in the sheet of a phone.
import { useId, useState, type ReactNode } from "react";
import { marketTypes, predictionStatuses } from "../../../contract/market.ts";
import { formatCount } from "../../format/number.ts";
import { readPercent, readUsd, writePercent, writeUsd } from "../../format/read-amount.ts";
import {
  filters,
  flagIds,
  isUsdRange,
  rangeIds,
  setFilter,
  statusNames,
  type RangeId,
} from "../../market/filters/filters.ts";
import { typeNames } from "../../market/market-text.ts";
import type { Facets } from "../../select/facets.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { ValueField } from "../../ui/fields/text-field.tsx";
import type { HowToChange } from "../../view-state/address.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { SearchField } from "../toolbar/search-field.tsx";
import { AssetFilter } from "./asset-filter.tsx";
import { Fold } from "./fold.tsx";
import { Face } from "../../ui/marks/disc.tsx";

export interface FilterPanelProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly facets: Facets;
  /** Set on a phone, where the controls of the toolbar have no other place. */
  readonly extra?: ReactNode;
  /** The id of the search field, where it belongs to the panel. */
  readonly searchId?: string;
}

/** The list with a value added or taken away. */
function toggled<Value>(list: readonly Value[], value: Value, on: boolean): readonly Value[] {
  return on ? [...list, value] : list.filter((other) => other !== value);
}

export function FilterPanel({ state, onChange, facets, extra, searchId }: FilterPanelProps): ReactNode {
  return (
    <>
      <FilterSection>
        {searchId === undefined ? null : (
          <SearchField
            id={searchId}
            query={state.query}
            onQuery={(query) => onChange({ query }, "replace")}
            className="mb-3"
          />
        )}
        <AssetFilter state={state} onChange={onChange} facets={facets} />
        {extra}
      </FilterSection>
      <TypeFilter state={state} onChange={onChange} facets={facets} />
      <ProviderFilter state={state} onChange={onChange} facets={facets} />
      <StatusFilter state={state} onChange={onChange} facets={facets} />
      <FilterSection>
        <div className="grid grid-cols-[minmax(0,1fr)_80px] items-start gap-1.5 max-md:grid-cols-2 max-md:gap-2 [&_label]:tracking-[-0.01em] [&_label]:whitespace-nowrap">
          {shownRanges.map((id) => (
            <Bound key={id} id={id} state={state} onChange={onChange} />
          ))}
        </div>
        <MoreRanges state={state} onChange={onChange} />
        <Switches state={state} onChange={onChange} facets={facets} />
      </FilterSection>
    </>
  );
}

type PartProps = Pick<FilterPanelProps, "state" | "onChange" | "facets">;

/** The count beside an option; nothing as long as nothing is loaded. */
function countText(count: number | undefined, facets: Facets): string | undefined {
  return count === undefined || facets.loaded === 0 ? undefined : formatCount(count).text;
}

function countNoun(count: number | undefined): string {
  return count === 1 ? "market" : "markets";
}

function TypeFilter({ state, onChange, facets }: PartProps): ReactNode {
  const only = state.types.length === 1 ? state.types[0] : undefined;
  return (
    <FilterGroup name="Type">
      {marketTypes.map((type) => {
        const counted = facets.types.find((facet) => facet.type === type)?.count ?? 0;
        const checked = state.types.includes(type);
        // A type that is not asked for has no count: nothing of it is loaded, which does not mean that there is none.
        const count = checked || counted > 0 ? counted : undefined;
        return (
          <Checkbox
            key={type}
            label={typeNames[type]}
            checked={checked}
            count={countText(count, facets)}
            countNoun={countNoun(count)}
            reason={type === only ? "The only type chosen. One type always stays." : undefined}
            onChange={(on) => onChange({ types: toggled(state.types, type, on) })}
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

/** Providers named to be shown, or to be left out: whichever is the shorter list, and the latter lets newcomers in. */
function ProviderFilter({ state, onChange, facets }: PartProps): ReactNode {
  const [wanted, setWanted] = useState<"only" | "not">("only");
  // What is ticked says which of the two it is; while nothing is, the next tick will.
  const choice = state.notProviders.length > 0 ? "not" : state.providers.length > 0 ? "only" : wanted;
  const ticked = choice === "not" ? state.notProviders : state.providers;
  const tick = (ids: readonly string[], as: "only" | "not"): void =>
    onChange(as === "not" ? { providers: [], notProviders: ids } : { providers: ids, notProviders: [] });
  return (
    <FilterGroup
      name={filters.providers.label}
      aside={
        <Segmented
          label="Show ticked providers"
          options={providerChoices}
          value={choice}
          onChange={(value) => {
            setWanted(value);
            if (ticked.length > 0) tick(ticked, value);
          }}
          className="h-6"
        />
      }
    >
      {facets.providers.map(({ id, name, icon, count }) => (
        <Checkbox
          key={id}
          label={name}
          checked={ticked.includes(id)}
          icon={<ProviderIcon name={name} icon={icon} />}
          // While providers are chosen, the others are not asked for: nothing of them is loaded.
          count={countText(count === 0 && state.providers.length > 0 ? undefined : count, facets)}
          countNoun={countNoun(count)}
          onChange={(on) => {
            setWanted(choice);
            tick(toggled(ticked, id, on), choice);
          }}
        />
      ))}
    </FilterGroup>
  );
}

function StatusFilter({ state, onChange, facets }: PartProps): ReactNode {
  const id = useId();
  const applies = state.types.includes("prediction");
  const only = state.statuses.length === 1 ? state.statuses[0] : undefined;
  return (
    <FilterGroup name={filters.statuses.label} describedBy={applies ? undefined : id}>
      {predictionStatuses.map((status) => {
        const checked = state.statuses.includes(status);
        const counted = facets.statuses.find((facet) => facet.status === status)?.count ?? 0;
        const count = applies && (checked || counted > 0) ? counted : undefined;
        return (
          <Checkbox
            key={status}
            label={statusNames[status]}
            checked={checked}
            count={countText(count, facets)}
            countNoun={countNoun(count)}
            reason={
              status === only && status === "open"
                ? "The only status chosen. One status always stays."
                : undefined
            }
            onChange={(on) => onChange({ statuses: toggled(state.statuses, status, on) })}
          />
        );
      })}
      {applies ? null : (
        <p id={id} className="mt-0.5 text-tiny text-text3">
          Applies while the type Prediction is chosen.
        </p>
      )}
    </FilterGroup>
  );
}

interface BoundProps extends Pick<PartProps, "state" | "onChange"> {
  readonly id: RangeId;
}

/** The field of a bound: dollars or percent. */
function Bound({ id, state, onChange }: BoundProps): ReactNode {
  const { label, placeholder } = filters[id];
  const field = { label, placeholder, inputMode: "decimal", autoComplete: "off" } as const;
  return isUsdRange(id) ? (
    <ValueField
      {...field}
      before="$"
      value={state[id]}
      read={(text) => readUsd(text, label)}
      write={writeUsd}
      onValue={(value) => onChange(setFilter(id, value), "replace")}
    />
  ) : (
    <ValueField
      {...field}
      after="%"
      value={state[id]}
      read={(text) => readPercent(text, label)}
      write={writePercent}
      onValue={(value) => onChange(setFilter(id, value), "replace")}
    />
  );
}

const shownRanges = rangeIds.filter((id) => !filters[id].folded);
const foldedRanges = rangeIds.filter((id) => filters[id].folded);

/** The least and the most of one figure stand side by side. */
function sharesLine(id: RangeId): boolean {
  return foldedRanges.some((other) => other !== id && filters[other].field === filters[id].field);
}

function MoreRanges({ state, onChange }: Pick<PartProps, "state" | "onChange">): ReactNode {
  return (
    <Fold name="More ranges" inForce={foldedRanges.some((id) => state[id] !== undefined)}>
      <div className="grid grid-cols-2 items-start gap-x-1.5 gap-y-2.5 pt-1 pb-1 max-md:gap-x-2">
        {foldedRanges.map((id) => (
          <div key={id} className={sharesLine(id) ? "" : "col-span-2"}>
            <Bound id={id} state={state} onChange={onChange} />
          </div>
        ))}
      </div>
    </Fold>
  );
}

function Switches({ state, onChange, facets }: PartProps): ReactNode {
  return (
    <div className="mt-2.5">
      {flagIds.map((id) => {
        const { label, needs, hint } = filters[id];
        const sizeless = state.size === undefined && needs.includes("size");
        const count = facets.switches.get(id);
        return (
          <Checkbox
            key={id}
            label={label}
            checked={state[id]}
            count={countText(sizeless ? undefined : count, facets)}
            countNoun={countNoun(count)}
            disabled={sizeless && !state[id]}
            reason={sizeless ? "Enter a size in My size first." : hint}
            onChange={(on) => onChange(setFilter(id, on))}
          />
        );
      })}
    </div>
  );
}

/** A picture in a fixed square, with the first letter until it is there, and instead of a broken one. */
function ProviderIcon({
  name,
  icon,
}: {
  readonly name: string;
  readonly icon: string | undefined;
}): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="relative mr-1 inline-flex size-4 shrink-0 items-center justify-center overflow-hidden rounded-item bg-badge text-[9.5px] leading-none font-semibold text-text select-none"
    >
      <Face letter={name.slice(0, 1).toUpperCase()} image={icon} />
    </span>
  );
}

/** A part without a name of its own. */
function FilterSection({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="border-b border-line px-4 py-3 last:border-b-0">{children}</div>;
}

/** A named group of checkboxes. */
function FilterGroup({
  name,
  describedBy,
  aside,
  children,
}: {
  readonly name: string;
  /** Stands at the end of the line of the name. */
  readonly aside?: ReactNode;
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <fieldset
      className="border-b border-line px-4 py-3 last:border-b-0"
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
    >
      {/* Floated, because a legend does not take part in its fieldset's padding otherwise. */}
      <legend className="float-left mb-1 w-full text-small font-semibold text-text">{name}</legend>
      {aside === undefined ? null : <div className="float-right -mt-6 mb-1">{aside}</div>}
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
