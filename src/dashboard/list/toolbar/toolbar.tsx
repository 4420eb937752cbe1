import type { ComponentProps, ReactNode } from "react";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { UsdField } from "../../ui/fields/text-field.tsx";
import type { HistoryMode } from "../../view-state/address.ts";
import { setViewState, useViewState } from "../../view-state/use-view-state.ts";

export const apyBases = [
  { value: "total", label: "Total" },
  { value: "base", label: "Base" },
] as const;

export function ApyBasisSwitch({ how }: { readonly how?: HistoryMode }): ReactNode {
  const { basis } = useViewState();
  return (
    <Segmented
      label="APY basis"
      options={apyBases}
      value={basis}
      onChange={(next) => setViewState({ basis: next }, how)}
    />
  );
}

export function SizeField(): ReactNode {
  const { size } = useViewState();
  return (
    <UsdField
      label="My size"
      labelPlace="before"
      height="tool"
      placeholder="any"
      value={size}
      onValue={(next) => setViewState({ size: next }, "replace")}
      errorFloats
      fieldClassName="w-[100px] min-w-min"
    />
  );
}

export function HeroSizeField({
  inTokens,
  ...field
}: Pick<ComponentProps<typeof UsdField>, "value" | "onValue"> & {
  readonly label?: string;
  /** The same amount in the token that the user holds. */
  readonly inTokens?: string | undefined;
}): ReactNode {
  return (
    <UsdField
      label="My size"
      {...field}
      labelPlace="inside"
      placeholder="Any amount"
      errorFloats
      className="min-w-min! flex-1 md:w-[196px] md:flex-initial"
      fieldClassName="w-full"
      after={
        inTokens === undefined ? undefined : (
          <span className="absolute top-1.5 right-3 text-[12px]/4">{inTokens}</span>
        )
      }
    />
  );
}
