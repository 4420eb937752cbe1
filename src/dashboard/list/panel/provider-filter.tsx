import { useState, type ReactNode } from "react";
import { toggled } from "../../../domain/toggled.ts";
import { filters } from "../../../domain/market/filters/filters.ts";
import type { Facets, ProviderFacet } from "../../select/facets.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { ProviderBadge } from "../../ui/marks/market-icon.tsx";
import {
  CountedBox,
  FilterGroup,
  Disclosure,
  type GroupState,
  type FilterPartProps,
} from "./filter-parts.tsx";

const providerChoices = [
  { value: "only", label: "Only" },
  { value: "not", label: "All but" },
] as const;

/** Users include or exclude providers, whichever list is shorter. An exclusion lets new providers in. */
export function ProviderFilter({ state, onChange, facets, loading }: FilterPartProps<GroupState>): ReactNode {
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
  // Predictions load last, so a line is reserved for their provider.
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
      <Disclosure name="More providers" inForce={choice === "not"}>
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
      </Disclosure>
    </FilterGroup>
  );
}

interface ProviderOption extends Omit<ProviderFacet, "count"> {
  readonly count: number | undefined;
}

/** Providers that are not requested keep their last icon and count. */
function useEveryProvider(state: GroupState, { providers, loaded }: Facets): readonly ProviderOption[] {
  const scope = [state.types, state.assets, state.statuses].map((list) => list.join()).join("|");
  const [seen, setSeen] = useState<{ readonly scope: string; readonly providers: Facets["providers"] }>();
  const all = state.providers.length === 0;
  // Set while rendering, so that no frame shows the old value.
  if (all && loaded > 0 && seen?.providers !== providers) setSeen({ scope, providers });
  return providers.map((provider) => {
    if (all || provider.count > 0 || state.providers.includes(provider.id)) return provider;
    const before = seen?.providers.find(({ id }) => id === provider.id);
    return { ...(before ?? provider), count: seen?.scope === scope ? before?.count : undefined };
  });
}
