import { ChevronDown } from "lucide-react";
import { useId, type ReactNode } from "react";
import { MarketIcon } from "../marks/market-icon.tsx";
import type { IconFace } from "../../../domain/marks.ts";
import { classNames } from "../page/class-names.ts";
import { useOptionSearch, type OptionSource } from "./option-search.tsx";

export function SearchSelect({
  label,
  none,
  value,
  text: said,
  face,
  onValue,
  options,
  ...source
}: OptionSource & {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly text: string;
  readonly face?: IconFace | undefined;
  readonly onValue: (value: string) => void;
}): ReactNode {
  const id = useId();
  const selected = value === "" ? [] : [value];
  const { text, type, field, onBlur, list } = useOptionSearch({
    ...source,
    options: value === "" ? options : [{ value: "", label: none, searchText: "" }, ...options],
    id,
    label,
    selected,
    several: false,
    onPick: onValue,
  });
  const hasFace = face !== undefined && text === "";
  return (
    <div
      onBlur={onBlur}
      className="relative h-14 min-w-0 flex-1 rounded-[8px] border border-control bg-inset hover:border-text2 focus-within:border-accent focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-accent md:w-[196px] md:flex-none"
    >
      <label
        htmlFor={id}
        className="pointer-events-none absolute top-1.5 left-3 z-10 text-[12px]/4 text-text3"
      >
        {label}
      </label>
      {hasFace ? (
        <span className="pointer-events-none absolute bottom-1.5 left-3 flex">
          <MarketIcon face={face} size={24} />
        </span>
      ) : null}
      <input
        {...field}
        value={text === "" ? said : text}
        placeholder={none}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          if (typed === "") onValue("");
          type(typed);
        }}
        className={classNames(
          "h-full w-full min-w-0 truncate rounded-[8px] bg-transparent pt-5 pr-8 text-[19px] font-semibold text-text placeholder:text-text2",
          hasFace ? "pl-[46px]" : "pl-3",
        )}
      />
      {/* A press goes through to the field below. */}
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute right-2.5 bottom-3 size-4 text-text2"
      />
      {list}
    </div>
  );
}
