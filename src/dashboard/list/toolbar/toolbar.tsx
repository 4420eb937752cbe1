import type { ReactNode } from "react";
import type { Usd } from "../../../contract/units.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { ValueField } from "../../ui/fields/text-field.tsx";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { readUsd, writeUsd } from "../../../domain/format/read-amount.ts";

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

const readSize = (text: string): ReturnType<typeof readUsd> => readUsd(text, "My size");

export function SizeField({
  size,
  onSize,
  place,
  label = "My size",
  after,
}: {
  readonly label?: string;
  readonly after?: ReactNode;
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined) => void;
  /** `bar`: label before, 28 px. `hero`: label inside, 56 px. */
  readonly place: "bar" | "hero";
}): ReactNode {
  return (
    <ValueField
      label={label}
      after={after}
      labelPlace={place === "bar" ? "before" : "inside"}
      height={place === "bar" ? "tool" : "normal"}
      before="$"
      inputMode="decimal"
      autoComplete="off"
      placeholder={place === "bar" ? "any" : "Any amount"}
      value={size}
      read={readSize}
      write={writeUsd}
      onValue={onSize}
      errorFloats
      className={place === "bar" ? "" : "flex-1 md:w-[196px] md:flex-none"}
      fieldClassName={place === "bar" ? "w-[100px]" : "w-full"}
    />
  );
}
