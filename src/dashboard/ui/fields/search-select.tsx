import { ChevronDown } from "lucide-react";
import { useId, type ReactNode } from "react";
import { MarketIcon, type IconFace } from "../marks/market-icon.tsx";
import { classNames } from "../page/class-names.ts";
import { useOptionSearch, type OptionSource } from "./option-search.tsx";

export function SearchSelect({
  label,
  none,
  value,
  text: said,
  face,
  onValue,
  inside = false,
  options,
  ...source
}: OptionSource & {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly text: string;
  readonly face?: IconFace | undefined;
  readonly onValue: (value: string) => void;
  readonly inside?: boolean;
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
  return (
    <div className="relative flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-stretch max-md:gap-1">
      <label
        htmlFor={id}
        className={
          inside
            ? "pointer-events-none absolute top-1 left-2.5 z-10 text-tiny text-text3"
            : "shrink-0 text-[15px] font-medium whitespace-nowrap max-md:text-small"
        }
      >
        {label}
      </label>
      <div
        onBlur={onBlur}
        className="relative flex h-9 min-w-0 items-center rounded-control border border-control bg-inset hover:border-text2 focus-within:border-accent pointer-coarse:h-11"
      >
        {face === undefined || inside || text !== "" ? null : (
          <span className="pointer-events-none absolute left-2 flex">
            <MarketIcon face={face} size={20} />
          </span>
        )}
        <input
          {...field}
          value={text === "" ? said : text}
          placeholder={none}
          // Typing replaces the current choice.
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            // Clearing the text clears the choice.
            if (typed === "") onValue("");
            type(typed);
          }}
          className={classNames(
            "h-full w-full min-w-0 truncate rounded-control bg-transparent pr-8 text-[15px] font-semibold text-text placeholder:text-text md:w-[160px] lg:w-[180px] pointer-coarse:text-[16px]",
            inside ? "pt-4 pl-2.5" : face === undefined || text !== "" ? "pl-3" : "pl-9",
          )}
        />
        {/* A press goes through to the field below. */}
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2 size-4 text-text2" />
        {list}
      </div>
    </div>
  );
}
