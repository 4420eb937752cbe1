// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
// the ARIA combobox pattern: options are pressed by pointer, the keyboard stays in the input that points at them.
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../page/class-names.ts";
import type { useOptionSearch } from "./option-search.ts";

/** Does not take presses, so that they reach the field below. */
export const fieldChevron = (
  <ChevronDown className="pointer-events-none absolute right-1.5 size-4 self-center text-text2" />
);

export function OptionList({
  id,
  label,
  options,
  selected,
  activeIndex,
  isMultiple,
  isOpen,
  atEnd,
  note,
  onPick,
  onActive,
}: ReturnType<typeof useOptionSearch>["list"]): ReactNode {
  return (
    <div
      className={classNames(
        "absolute top-full z-30 mt-1 min-w-full rounded-control bg-raised p-1 shadow-float",
        isMultiple ? "inset-x-0" : "w-72 max-w-[calc(100vw-32px)]",
        !isMultiple && (atEnd ? "right-0" : "left-0"),
        !isOpen && "hidden",
      )}
    >
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple}
        className="max-h-72 overflow-y-auto overscroll-contain"
      >
        {options.map(({ value, label: name, detail, count }, index) => {
          const isChosen = selected.includes(value);
          const box = `rounded-[3px] border ${isChosen ? "border-fill bg-fill text-white" : "border-control bg-inset"}`;
          return (
            <li
              key={value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={isChosen}
              // Keeps the focus in the input, because losing it would close the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onPick(value)}
              onPointerMove={() => onActive(index)}
              className={classNames(
                "flex h-[30px] cursor-pointer items-center gap-2 rounded-item border px-1.5 text-body pointer-coarse:h-11",
                index === activeIndex ? "border-line2 bg-hover" : "border-transparent",
              )}
            >
              <span
                aria-hidden="true"
                className={`inline-flex size-3.5 shrink-0 items-center justify-center ${isMultiple ? box : "order-last"}`}
              >
                {isChosen ? <Check strokeWidth={3.5} className="size-2.5" /> : null}
              </span>
              <span className="truncate">{name}</span>
              {detail === undefined ? null : (
                <span className="min-w-0 flex-1 truncate text-tiny text-text3">{detail}</span>
              )}
              {count === undefined ? null : (
                <span aria-hidden="true" className="ml-auto flex-none text-tiny text-text3">
                  {count}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {note === undefined ? null : (
        <p className="border-line px-1.5 py-1 text-tiny text-text2 [:not(:empty)+&]:border-t">{note}</p>
      )}
    </div>
  );
}
