import type { ReactNode } from "react";
import { MarketIcon } from "../../marks/market-icon.tsx";
import type { IconSource } from "../../../../domain/marks.ts";
import { fieldChevron, OptionList } from "./option-list.tsx";
import { useOptionSearch, type OptionSource } from "./option-search.ts";
import { TextField } from "../text-field.tsx";

export function SearchSelect({
  label,
  none,
  value,
  text: selectedText,
  icon,
  onValue,
  options,
  ...source
}: OptionSource & {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly text: string;
  readonly icon?: IconSource | undefined;
  readonly onValue: (value: string) => void;
}): ReactNode {
  const selected = value === "" ? [] : [value];
  const { text, type, field, box, list } = useOptionSearch({
    ...source,
    options: value === "" ? options : [{ value: "", label: none, searchText: "" }, ...options],
    label,
    selected,
    isMultiple: false,
    onPick: onValue,
  });
  return (
    <div {...box} className="relative min-w-26 flex-[1.33] md:w-[196px] md:min-w-0 md:flex-initial">
      <TextField
        {...field}
        label={label}
        labelPlace="inside"
        text={text === "" ? selectedText : text}
        placeholder={none}
        onFocus={(event) => event.currentTarget.select()}
        onText={(typed) => {
          if (typed === "") onValue("");
          type(typed);
        }}
        before={icon !== undefined && text === "" ? <MarketIcon icon={icon} size={24} /> : undefined}
        after={fieldChevron}
        fieldClassName="relative [&>input]:truncate [&>input]:pr-4"
      />
      <OptionList {...list} />
    </div>
  );
}
