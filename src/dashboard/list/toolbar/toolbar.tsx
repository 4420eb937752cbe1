import type { ReactNode } from "react";
import type { Usd } from "../../../contract/units.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { UsdField } from "../../ui/fields/text-field.tsx";
import type { ApyBasis } from "../../../domain/market/column.ts";

const bases = [
  { value: "total", label: "Total" },
  { value: "base", label: "Base" },
] as const;

export function ApyBasisSwitch({
  basis,
  onBasis,
}: {
  readonly basis: ApyBasis;
  readonly onBasis: (basis: ApyBasis) => void;
}): ReactNode {
  return <Segmented label="APY basis" options={bases} value={basis} onChange={onBasis} />;
}

export function SizeField({
  size,
  onSize,
  place,
  label = "My size",
  inTokens,
}: {
  readonly label?: string;
  /** The same amount in the token I hold. */
  readonly inTokens?: string | undefined;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined) => void;
  /** `bar`: label before, 28 px. `hero`: label inside, 56 px. */
  readonly place: "bar" | "hero";
}): ReactNode {
  return (
    <UsdField
      label={label}
      labelPlace={place === "bar" ? "before" : "inside"}
      height={place === "bar" ? "tool" : "normal"}
      placeholder={place === "bar" ? "any" : "Any amount"}
      value={size}
      onValue={onSize}
      errorFloats
      className={place === "bar" ? "" : "flex-1 md:w-[196px] md:flex-initial"}
      fieldClassName={place === "bar" ? "w-[100px] min-w-min" : "w-full"}
      after={
        inTokens === undefined ? undefined : (
          <span className="absolute top-1.5 right-3 text-[12px]/4">{inTokens}</span>
        )
      }
    />
  );
}
