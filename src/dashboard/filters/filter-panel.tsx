// All filters, as they stand in the sidebar and in the sheet of a phone.
import { useId, type ReactNode } from "react";
import {
  marketTypes,
  predictionStatuses,
  type MarketType,
  type PredictionStatus,
} from "../../contract/market.ts";
import { formatCount } from "../format/number.ts";
import type { Facets } from "../select/facets.ts";
import { Checkbox } from "../ui/checkbox.tsx";
import { ValueField } from "../ui/text-field.tsx";
import type { HowToChange, ViewStateChange } from "../view-state/use-view-state.ts";
import type { ViewState } from "../view-state/view-state.ts";
import { AssetFilter } from "./asset-filter.tsx";
import { FilterGroup, FilterSection } from "./filter-group.tsx";
import { ProviderIcon } from "./provider-icon.tsx";
import { readPercent, readUsd, writePercent, writeUsd } from "../format/read-amount.ts";

export interface FilterPanelProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly facets: Facets;
  /** Set on a phone, where the controls of the toolbar have no other place. */
  readonly extra?: ReactNode;
  /** The search field, where it belongs to the panel. */
  readonly search?: ReactNode;
}

const typeLabels: Readonly<Record<MarketType, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loop",
  perpetual: "Perpetual",
  prediction: "Prediction",
};

const statusLabels: Readonly<Record<PredictionStatus, string>> = {
  open: "Open",
  closed: "Closed",
  settled: "Settled",
};

const readMinDeposits = (text: string): ReturnType<typeof readUsd> => readUsd(text, "Minimum deposits");
const readMinApy = (text: string): ReturnType<typeof readPercent> => readPercent(text, "Minimum APY");

/** The list with a value added or taken away. */
function toggled<Value>(list: readonly Value[], value: Value, on: boolean): readonly Value[] {
  return on ? [...list, value] : list.filter((other) => other !== value);
}

export function FilterPanel({ state, onChange, facets, extra, search }: FilterPanelProps): ReactNode {
  return (
    <>
      <FilterSection>
        {search}
        <AssetFilter state={state} onChange={onChange} facets={facets} />
        {extra}
      </FilterSection>
      <TypeFilter state={state} onChange={onChange} facets={facets} />
      <ProviderFilter state={state} onChange={onChange} facets={facets} />
      <StatusFilter state={state} onChange={onChange} facets={facets} />
      <FilterSection>
        <div className="grid grid-cols-[minmax(0,1fr)_80px] items-start gap-1.5 max-md:grid-cols-2 max-md:gap-2 [&_label]:tracking-[-0.01em] [&_label]:whitespace-nowrap">
          <ValueField
            label="Minimum deposits"
            before="$"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={state.minDeposits}
            read={readMinDeposits}
            write={writeUsd}
            onValue={(minDeposits) => onChange({ minDeposits }, "replace")}
          />
          <ValueField
            label="Minimum APY"
            after="%"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={state.minApy}
            read={readMinApy}
            write={writePercent}
            onValue={(minApy) => onChange({ minApy }, "replace")}
          />
        </div>
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
            label={typeLabels[type]}
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

function ProviderFilter({ state, onChange, facets }: PartProps): ReactNode {
  return (
    <FilterGroup name="Provider">
      {facets.providers.map(({ id, name, icon, count }) => (
        <Checkbox
          key={id}
          label={name}
          checked={state.providers.includes(id)}
          icon={<ProviderIcon name={name} icon={icon} />}
          // While providers are chosen, the others are not asked for: nothing of them is loaded.
          count={countText(count === 0 && state.providers.length > 0 ? undefined : count, facets)}
          countNoun={countNoun(count)}
          onChange={(on) => onChange({ providers: toggled(state.providers, id, on) })}
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
    <FilterGroup name="Prediction status" describedBy={applies ? undefined : id}>
      {predictionStatuses.map((status) => {
        const checked = state.statuses.includes(status);
        const counted = facets.statuses.find((facet) => facet.status === status)?.count ?? 0;
        const count = applies && (checked || counted > 0) ? counted : undefined;
        return (
          <Checkbox
            key={status}
            label={statusLabels[status]}
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

function Switches({ state, onChange, facets }: PartProps): ReactNode {
  const { switches } = facets;
  const sizeless = state.size === undefined;
  return (
    <div className="mt-2.5">
      <Checkbox
        label="Only with rewards"
        checked={state.onlyRewards}
        count={countText(switches.onlyRewards, facets)}
        countNoun={countNoun(switches.onlyRewards)}
        onChange={(onlyRewards) => onChange({ onlyRewards })}
      />
      <Checkbox
        label="Base yield only"
        checked={state.onlyBase}
        count={countText(switches.onlyBase, facets)}
        countNoun={countNoun(switches.onlyBase)}
        onChange={(onlyBase) => onChange({ onlyBase })}
      />
      <Checkbox
        label="Fits my size"
        checked={state.onlyFits}
        count={countText(sizeless ? undefined : switches.onlyFits, facets)}
        countNoun={countNoun(switches.onlyFits)}
        disabled={sizeless && !state.onlyFits}
        reason={sizeless ? "Enter a size in My size first." : undefined}
        onChange={(onlyFits) => onChange({ onlyFits })}
      />
      <Checkbox
        label="Starred"
        checked={state.onlyStarred}
        count={countText(switches.onlyStarred, facets)}
        countNoun={countNoun(switches.onlyStarred)}
        onChange={(onlyStarred) => onChange({ onlyStarred })}
      />
    </div>
  );
}
