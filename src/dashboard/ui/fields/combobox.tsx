// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events --
// the ARIA combobox pattern: options are pressed by pointer, the keyboard stays in the input that points at them.
// Chooses several of many by typing: the ARIA combobox with a listbox of options that stays open while choosing.
import { Check, ChevronDown, X } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { classNames } from "../page/class-names.ts";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A second, quieter text: distinguishes options of the same label. */
  readonly detail?: string | undefined;
  readonly count?: string | undefined;
  /** Lower-case text the typed words are looked for in. */
  readonly searchText: string;
}

/** Options drawn at once. More are reached by typing: a list of hundreds is not read, it is searched. */
const drawnOptions = 60;

/**
 * The options whose text holds every typed word: those that are called just so first, then those whose names begin so. While
 * nothing is typed, chosen ones come first.
 */
export function matchingOptions(
  options: readonly ComboboxOption[],
  selected: ReadonlySet<string>,
  text: string,
): readonly ComboboxOption[] {
  const words = text.toLowerCase().match(/\S+/g);
  if (words !== null) {
    const typed = words.join(" ");
    const found = options.filter((option) => words.every((word) => option.searchText.includes(word)));
    const distance = ({ label }: ComboboxOption): number => {
      const name = label.toLowerCase();
      return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
    };
    return found.toSorted((one, other) => distance(one) - distance(other));
  }
  return [
    ...options.filter((option) => selected.has(option.value)),
    ...options.filter((option) => !selected.has(option.value)),
  ];
}

export function Combobox({
  label,
  options,
  selected,
  onChange,
  summary,
  placeholder,
  describedBy,
  acceptText,
  find,
  onOpen,
}: {
  readonly label: string;
  readonly options: readonly ComboboxOption[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
  /** What is chosen, shown while nothing is typed: "Stablecoins 14 tokens". */
  readonly summary: ReactNode;
  readonly placeholder: string;
  /** Id of an element that explains the control. */
  readonly describedBy?: string | undefined;
  /** Accepts a typed text that is no option, such as a mint address; returns the value to choose. */
  readonly acceptText?: (text: string) => string | undefined;
  /** The options that a typed text finds, the nearest first, where that takes more than the words in `searchText`. */
  readonly find?: ((text: string) => readonly ComboboxOption[]) | undefined;
  /** Called when the list opens, so that what is needed to search in it can be fetched. */
  readonly onOpen?: () => void;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  // While the list is open, what was chosen at its opening stays on top, so that rows do not jump under the pointer.
  const [chosenAtOpening, setChosenAtOpening] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(selected);
  const matches = !open
    ? []
    : find === undefined || text.trim() === ""
      ? matchingOptions(options, chosenAtOpening, text)
      : find(text);
  const drawn = matches.slice(0, drawnOptions);
  const activeIndex = Math.min(active, drawn.length - 1);
  const activeOption = drawn[activeIndex];

  const show = (): void => {
    if (open) return;
    onOpen?.();
    setOpen(true);
    setActive(0);
    setChosenAtOpening(new Set(selected));
  };
  const hide = (): void => {
    setOpen(false);
    setText("");
  };
  const toggle = (value: string): void =>
    onChange(chosen.has(value) ? selected.filter((other) => other !== value) : [...selected, value]);

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!open) return show();
        const step = event.key === "ArrowDown" ? 1 : -1;
        const next = (activeIndex + step + drawn.length) % Math.max(drawn.length, 1);
        setActive(next);
        document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
        return undefined;
      }
      case "Enter": {
        if (!open) return show();
        event.preventDefault();
        const value = activeOption?.value ?? acceptText?.(text.trim());
        if (value !== undefined) toggle(value);
        setText("");
        return undefined;
      }
      case "Escape":
        if (!open) return undefined;
        // Inside a dialog the first Escape closes the list, not the dialog.
        event.preventDefault();
        event.stopPropagation();
        return hide();
      case "Backspace":
        if (text === "" && selected.length > 0) onChange(selected.slice(0, -1));
        return undefined;
      default:
        return undefined;
    }
  };

  return (
    <div
      className="relative"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide();
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-small font-semibold text-text">
        {label}
      </label>
      <div className="relative flex h-8 items-center rounded-control border border-control bg-inset transition-colors focus-within:border-accent focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-accent hover:border-text2 pointer-coarse:h-11">
        {text === "" && selected.length > 0 ? (
          <span
            id={`${id}-summary`}
            className="pointer-events-none absolute inset-y-0 left-2 right-14 flex items-center gap-1.5 truncate text-body"
          >
            {summary}
          </span>
        ) : null}
        <input
          ref={input}
          id={id}
          role="combobox"
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(open && activeOption !== undefined ? { "aria-activedescendant": `${id}-${activeIndex}` } : {})}
          aria-describedby={[`${id}-summary`, describedBy].filter((part) => part !== undefined).join(" ")}
          value={text}
          placeholder={selected.length > 0 ? "" : placeholder}
          onChange={(event) => {
            show();
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onClick={show}
          onKeyDown={press}
          className="h-full w-full min-w-0 rounded-control bg-transparent px-2 text-body text-text outline-none placeholder:text-text3 pointer-coarse:text-[16px]"
        />
        {selected.length > 0 ? (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            onClick={() => {
              onChange([]);
              input.current?.focus();
            }}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-item text-text3 hover:text-text"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        ) : null}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onPointerDown={(event) => {
            event.preventDefault();
            input.current?.focus();
            if (open) hide();
            else show();
          }}
          className="inline-flex h-full w-7 shrink-0 items-center justify-center text-text2"
        >
          <ChevronDown className="size-4" />
        </button>
      </div>
      <div
        className={classNames(
          "absolute top-full right-0 left-0 z-30 mt-1 rounded-control bg-raised p-1 shadow-float",
          !open && "hidden",
        )}
      >
        <ul
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          aria-multiselectable="true"
          className="max-h-72 overflow-y-auto overscroll-contain"
        >
          {drawn.map((option, index) => (
            <li
              key={option.value}
              id={`${id}-${index}`}
              role="option"
              aria-selected={chosen.has(option.value)}
              // The press must not take the focus from the input, which would close the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => toggle(option.value)}
              onPointerMove={() => setActive(index)}
              className={classNames(
                "flex h-[30px] cursor-pointer items-center gap-2 rounded-item border px-1.5 text-body pointer-coarse:h-11",
                index === activeIndex ? "border-line2 bg-hover" : "border-transparent",
              )}
            >
              <span
                aria-hidden="true"
                className={classNames(
                  "inline-flex size-3.5 shrink-0 items-center justify-center rounded-[3px] border",
                  chosen.has(option.value) ? "border-fill bg-fill text-white" : "border-control bg-inset",
                )}
              >
                {chosen.has(option.value) ? <Check strokeWidth={3.5} className="size-2.5" /> : null}
              </span>
              <span className="truncate">{option.label}</span>
              {option.detail === undefined ? null : (
                <span className="min-w-0 flex-1 truncate text-tiny text-text3">{option.detail}</span>
              )}
              {option.count === undefined ? null : (
                <span aria-hidden="true" className="ml-auto text-tiny text-text3">
                  {option.count}
                </span>
              )}
            </li>
          ))}
        </ul>
        {matches.length > drawn.length ? (
          <p className="px-1.5 py-1 text-tiny text-text3">More match. Type to narrow.</p>
        ) : null}
        {open && matches.length === 0 ? (
          <p className="px-1.5 py-1 text-tiny text-text2">
            {acceptText?.(text.trim()) === undefined
              ? `Nothing loaded matches.${acceptText === undefined ? "" : " A full mint address works too."}`
              : "Press Enter to use this mint address."}
          </p>
        ) : null}
      </div>
    </div>
  );
}
