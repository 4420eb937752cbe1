// All filters, as they stand in the sidebar and in the sheet of a phone.
import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import {
  marketTypes,
  predictionStatuses,
  type MarketType,
  type PredictionStatus,
} from "../../../contract/market.ts";
import { usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { formatCount, formatUsd, inWords } from "../../format/number.ts";
import type { Facets } from "../../select/facets.ts";
import { smallUsd } from "../../select/filter.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { ValueField, type Reading } from "../../ui/fields/text-field.tsx";
import type { HowToChange } from "../../view-state/address.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { AssetFilter } from "./asset-filter.tsx";
import { FilterGroup, FilterSection } from "./filter-group.tsx";
import { ProviderIcon } from "./provider-icon.tsx";
import { readPercent, readUsd, writePercent, writeUsd } from "../../format/read-amount.ts";

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
const readMaxDeposits = (text: string): ReturnType<typeof readUsd> => readUsd(text, "Maximum deposits");
const readMinAvailable = (text: string): ReturnType<typeof readUsd> => readUsd(text, "Minimum available");
const readMinApy = (text: string): ReturnType<typeof readPercent> => readPercent(text, "Minimum APY");
const readMaxApy = (text: string): ReturnType<typeof readPercent> => readPercent(text, "Maximum APY");
const readMinLtv = (text: string): ReturnType<typeof readPercent> => readPercent(text, "Minimum LTV");
const readMaxLtv = (text: string): ReturnType<typeof readPercent> => readPercent(text, "Maximum LTV");

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
          <UsdBound
            label="Minimum deposits"
            placeholder="0"
            value={state.minDeposits}
            read={readMinDeposits}
            onValue={(minDeposits) => onChange({ minDeposits }, "replace")}
          />
          <PercentBound
            label="Minimum APY"
            placeholder="0"
            value={state.minApy}
            read={readMinApy}
            onValue={(minApy) => onChange({ minApy }, "replace")}
          />
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
      name="Provider"
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

interface BoundProps<Value> {
  readonly label: string;
  /** What holds when nothing is written. */
  readonly placeholder: string;
  readonly value: Value | undefined;
  readonly read: (text: string) => Reading<Value | undefined>;
  readonly onValue: (value: Value | undefined) => void;
}

function UsdBound(props: BoundProps<Usd>): ReactNode {
  return <ValueField before="$" inputMode="decimal" autoComplete="off" write={writeUsd} {...props} />;
}

function PercentBound(props: BoundProps<Ratio>): ReactNode {
  return <ValueField after="%" inputMode="decimal" autoComplete="off" write={writePercent} {...props} />;
}

/** Bounds that few people need: folded away until asked for or in force. */
function MoreRanges({ state, onChange }: Pick<PartProps, "state" | "onChange">): ReactNode {
  const { maxDeposits, maxApy, minAvailable, minLtv, maxLtv } = state;
  const inForce = [maxDeposits, maxApy, minAvailable, minLtv, maxLtv].some((bound) => bound !== undefined);
  const [unfolded, setUnfolded] = useState(inForce);
  return (
    <details
      open={unfolded || inForce}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
      className="group mt-2"
    >
      <summary className="flex min-h-7 cursor-pointer list-none items-center gap-1 rounded-item text-small text-text2 hover:text-text pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 group-open:rotate-90" />
        More ranges
      </summary>
      <div className="flex flex-col gap-2.5 pt-1 pb-1">
        <UsdBound
          label="Maximum deposits"
          placeholder="any"
          value={maxDeposits}
          read={readMaxDeposits}
          onValue={(value) => onChange({ maxDeposits: value }, "replace")}
        />
        <PercentBound
          label="Maximum APY"
          placeholder="any"
          value={maxApy}
          read={readMaxApy}
          onValue={(value) => onChange({ maxApy: value }, "replace")}
        />
        <UsdBound
          label="Minimum available"
          placeholder="0"
          value={minAvailable}
          read={readMinAvailable}
          onValue={(value) => onChange({ minAvailable: value }, "replace")}
        />
        <div className="grid grid-cols-2 items-start gap-1.5 max-md:gap-2">
          <PercentBound
            label="Minimum LTV"
            placeholder="0"
            value={minLtv}
            read={readMinLtv}
            onValue={(value) => onChange({ minLtv: value }, "replace")}
          />
          <PercentBound
            label="Maximum LTV"
            placeholder="any"
            value={maxLtv}
            read={readMaxLtv}
            onValue={(value) => onChange({ maxLtv: value }, "replace")}
          />
        </div>
      </div>
    </details>
  );
}

const sizeFirst = "Enter a size in My size first.";

function Switches({ state, onChange, facets }: PartProps): ReactNode {
  const { switches } = facets;
  const sizeless = state.size === undefined;
  return (
    <div className="mt-2.5">
      <Checkbox
        label="Hide small markets"
        checked={state.hideSmall}
        count={countText(switches.hideSmall, facets)}
        countNoun={countNoun(switches.hideSmall)}
        reason={`Keeps markets with ${inWords(formatUsd(usd(smallUsd)))} of deposits or more, as long as there is one.`}
        onChange={(hideSmall) => onChange({ hideSmall })}
      />
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
        label="Steady rate"
        checked={state.onlySteady}
        count={countText(switches.onlySteady, facets)}
        countNoun={countNoun(switches.onlySteady)}
        reason="Near its own 90-day average."
        onChange={(onlySteady) => onChange({ onlySteady })}
      />
      <Checkbox
        label="Fits my size"
        checked={state.onlyFits}
        count={countText(sizeless ? undefined : switches.onlyFits, facets)}
        countNoun={countNoun(switches.onlyFits)}
        disabled={sizeless && !state.onlyFits}
        reason={sizeless ? sizeFirst : undefined}
        onChange={(onlyFits) => onChange({ onlyFits })}
      />
      <Checkbox
        label="Can leave at once"
        checked={state.onlyExits}
        count={countText(sizeless ? undefined : switches.onlyExits, facets)}
        countNoun={countNoun(switches.onlyExits)}
        disabled={sizeless && !state.onlyExits}
        reason={sizeless ? sizeFirst : "What is available covers my size."}
        onChange={(onlyExits) => onChange({ onlyExits })}
      />
      <Checkbox
        label="No doubts"
        checked={state.onlyClean}
        count={countText(switches.onlyClean, facets)}
        countNoun={countNoun(switches.onlyClean)}
        onChange={(onlyClean) => onChange({ onlyClean })}
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
