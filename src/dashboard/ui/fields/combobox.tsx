import { ChevronDown, X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useOptionSearch, type OptionSource } from "./option-search.tsx";

export function Combobox({
  label,
  selected,
  onChange,
  summary,
  placeholder,
  describedBy,
  takesFocus = false,
  ...source
}: OptionSource & {
  readonly label: string;
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
  readonly summary: ReactNode;
  readonly placeholder: string;
  readonly describedBy?: string | undefined;
  readonly takesFocus?: boolean | undefined;
}): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const { text, type, field, onBlur, list } = useOptionSearch({
    ...source,
    id,
    label,
    selected,
    several: true,
    onPick: (value) =>
      onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value]),
    onErase: () => {
      if (selected.length > 0) onChange(selected.slice(0, -1));
    },
  });

  return (
    <div className="relative" onBlur={onBlur}>
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
          {...field}
          ref={input}
          aria-describedby={[`${id}-summary`, describedBy].filter((part) => part !== undefined).join(" ")}
          value={text}
          placeholder={selected.length > 0 ? "" : placeholder}
          onChange={(event) => type(event.currentTarget.value)}
          className="h-full w-full min-w-0 rounded-control bg-transparent pr-7 pl-2 text-body text-text outline-none placeholder:text-text3 pointer-coarse:text-[16px]"
        />
        {selected.length > 0 ? (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            onClick={() => {
              onChange([]);
              input.current?.focus();
            }}
            className="absolute right-7 inline-flex size-6 items-center justify-center rounded-item text-text3 hover:text-text"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        ) : null}
        {/* A press goes through to the field below. */}
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-1.5 size-4 text-text2"
        />
      </div>
      {list}
    </div>
  );
}
