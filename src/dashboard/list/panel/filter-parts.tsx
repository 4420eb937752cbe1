import { useState, type ComponentProps, type ReactNode } from "react";
import { countMarkets, formatCount } from "../../../domain/format/number.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import type { Facets } from "../../select/facets.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import type { HistoryMode } from "../../view-state/address.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import { Summary } from "../../ui/panel/summary.tsx";

export interface FilterPartProps<State> {
  readonly state: State;
  readonly onChange: (change: ViewStateChange, how?: HistoryMode) => void;
  readonly facets: Facets;
  readonly loading?: boolean | undefined;
}

export type AssetChoice = Pick<ViewState, "view" | "types" | "assets" | "assetMatch" | "without">;

/** The part of the state that the checkbox groups and asset fields change. */
export type GroupState = AssetChoice & Pick<ViewState, "statuses" | "providers" | "notProviders">;

export const sectionClass = "border-b border-line px-4 py-3 last:border-b-0";

const countHelp =
  "Number of loaded markets that match this option and the asset filter. Other filters are ignored.";

export function CountedBox({
  count,
  ...box
}: Omit<ComponentProps<typeof Checkbox>, "count"> & { readonly count: number | undefined }): ReactNode {
  const counted =
    count === undefined ? undefined : { text: formatCount(count).text, spoken: countMarkets(count) };
  return <Checkbox {...box} count={counted && { ...counted, help: countHelp }} />;
}

export function FilterGroup({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <fieldset className={sectionClass}>
      {/* Floated, because a legend otherwise ignores the padding of its fieldset. */}
      <legend className="float-left mb-1 w-full text-small font-semibold text-text">{name}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

interface DisclosureProps {
  readonly name: string;
  readonly inForce: boolean;
  readonly children: ReactNode;
}

export function Disclosure({ name, inForce, children }: DisclosureProps): ReactNode {
  const [isOpen, setIsOpen] = useState(inForce);
  return (
    <details
      open={isOpen || inForce}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="mt-2"
    >
      <Summary className="min-h-7 pointer-coarse:min-h-11 text-small text-text2 hover:text-text">
        {name}
      </Summary>
      {children}
    </details>
  );
}
