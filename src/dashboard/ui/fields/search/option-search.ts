// A text field that filters a list of options, for one choice or several (an ARIA combobox with a listbox).
import { useCallback, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { searchWords } from "../../../../domain/search-words.ts";
import { useCloseOnBack } from "../../overlay/close-on-back.ts";
import { listenOutside } from "../../overlay/outside-press.ts";

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly count?: string | undefined;
  readonly searchText: string;
}

const drawnOptions = 60;

/** Finds options that match all words: exact names first, then prefixes. Before typing, selected ones come first. */
export function matchingOptions(
  options: readonly ComboboxOption[],
  selected: ReadonlySet<string>,
  text: string,
): readonly ComboboxOption[] {
  const words = searchWords(text);
  if (words.length > 0) {
    const typed = words.join(" ");
    const found = options.filter((option) => words.every((word) => option.searchText.includes(word)));
    const distance = ({ label }: ComboboxOption): number => {
      const name = searchWords(label).join(" ");
      return name === typed ? 0 : name.startsWith(typed) ? 1 : 2;
    };
    return found.toSorted((one, other) => distance(one) - distance(other));
  }
  return [
    ...options.filter((option) => selected.has(option.value)),
    ...options.filter((option) => !selected.has(option.value)),
  ];
}

export interface OptionSource {
  readonly options: readonly ComboboxOption[];
  /** Accepts a typed text that is no option, such as a mint. Returns its value. */
  readonly acceptText?: ((text: string) => string | undefined) | undefined;
  readonly find?: ((text: string) => readonly ComboboxOption[]) | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** Says that more options may come. Shown if none matches so far. */
  readonly awaited?: string | undefined;
}

interface OptionSearchParts extends OptionSource {
  readonly label: string;
  readonly selected: readonly string[];
  readonly isMultiple: boolean;
  readonly onPick: (value: string) => void;
  readonly onErase?: () => void;
}

/** With single choice, selecting closes the list, and Tab selects the match. */
export function useOptionSearch({
  label,
  options,
  selected,
  isMultiple,
  onPick,
  onErase,
  acceptText,
  find,
  onOpen,
  awaited,
}: OptionSearchParts) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [atEnd, setAtEnd] = useState(false);
  // Options that were selected before opening stay at the top, so that rows do not jump.
  const [chosenAtOpening, setChosenAtOpening] = useState<ReadonlySet<string>>(new Set());
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
    const left = box.current?.getBoundingClientRect().left ?? 0;
    setAtEnd(left > document.documentElement.clientWidth / 2);
    setActive(0);
    setChosenAtOpening(new Set(selected));
  };
  const hide = useCallback((): void => {
    setOpen(false);
    setText("");
  }, []);
  useCloseOnBack(hide, open);
  useEffect(() => {
    if (!open) return undefined;
    return listenOutside((target) => box.current?.contains(target) === true, hide, true);
  }, [open, hide]);
  const pick = (value: string): void => {
    onPick(value);
    if (!isMultiple) hide();
  };

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
      case "Enter":
      case "Tab": {
        const takes = event.key === "Enter" || (!isMultiple && text.trim() !== "");
        if (!takes) return undefined;
        if (!open) return show();
        if (event.key === "Enter") event.preventDefault();
        const value = activeOption?.value ?? acceptText?.(text.trim());
        if (value !== undefined) pick(value);
        setText("");
        return undefined;
      }
      case "Escape":
        if (!open) return undefined;
        // Prevents the default, so that in a dialog the first Escape closes only the list.
        event.preventDefault();
        event.stopPropagation();
        return hide();
      case "Backspace":
        if (text === "") onErase?.();
    }
  };

  const note =
    matches.length > drawn.length
      ? "More options match. Type to narrow the list."
      : open && matches.length === 0
        ? (awaited ?? noMatch(text, acceptText))
        : undefined;
  return {
    text,
    type: (typed: string): void => {
      show();
      setText(typed);
      setActive(0);
    },
    field: {
      id,
      role: "combobox",
      type: "text",
      autoComplete: "off",
      spellCheck: false,
      "aria-expanded": open,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list",
      ...(open && activeOption !== undefined ? { "aria-activedescendant": `${id}-${activeIndex}` } : {}),
      onClick: show,
      onKeyDown: press,
    } as const,
    /** For the element around input and list: closes the list when the focus leaves both. */
    box: {
      ref: box,
      onBlur: (event: FocusEvent<HTMLElement>): void => {
        if (!event.currentTarget.contains(event.relatedTarget)) hide();
      },
    },
    list: {
      id,
      label,
      options: drawn,
      selected,
      activeIndex,
      isMultiple,
      isOpen: open,
      atEnd,
      note,
      onPick: pick,
      onActive: setActive,
    },
  };
}

function noMatch(text: string, acceptText: OptionSource["acceptText"]): string {
  if (acceptText?.(text.trim()) !== undefined) return "Press Enter to use this mint address.";
  return acceptText === undefined ? "No match." : "No match. A full mint address works too.";
}
