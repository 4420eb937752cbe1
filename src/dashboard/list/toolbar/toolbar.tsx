// The line over the list: views, my size, the leading rate, and a place for the tools the page brings.
import type { ReactNode } from "react";
import type { Usd } from "../../../contract/units.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { ValueField } from "../../ui/fields/text-field.tsx";
import type { ApyBasis } from "../../market/column.ts";
import { readUsd, writeUsd } from "../../format/read-amount.ts";

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
  onEnter,
  className = "",
}: {
  readonly size: Usd | undefined;
  readonly onSize: (size: Usd | undefined) => void;
  /** `bar`: label before, 28 px. `sentence`: the sentence says what it is. `card`: label inside, for a phone. */
  readonly place: "bar" | "sentence" | "card";
  readonly onEnter?: () => void;
  readonly className?: string;
}): ReactNode {
  return (
    <ValueField
      label="My size"
      labelPlace={place === "bar" ? "before" : place === "card" ? "inside" : "hidden"}
      height={place === "bar" ? "tool" : "normal"}
      before="$"
      inputMode="decimal"
      autoComplete="off"
      placeholder="any"
      value={size}
      read={readSize}
      write={writeUsd}
      onValue={onSize}
      onKeyDown={(event) => {
        if (event.key === "Enter") onEnter?.();
      }}
      errorFloats
      className={className}
      fieldClassName={
        place === "bar" ? "w-[100px]" : place === "card" ? "w-full" : "h-9! w-32 text-[15px] font-semibold"
      }
    />
  );
}
