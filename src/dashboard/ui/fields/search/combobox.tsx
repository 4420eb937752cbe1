import { X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { fieldChevron, OptionList } from "./option-list.tsx";
import { useOptionSearch, type OptionSource } from "./option-search.ts";
import { TextField } from "../text-field.tsx";
import { toggled } from "../../../../domain/toggled.ts";

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
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const { text, type, field, box, list } = useOptionSearch({
    ...source,
    label,
    selected,
    isMultiple: true,
    onPick: (value) => onChange(toggled(selected, value)),
    onErase: () => {
      if (selected.length > 0) onChange(selected.slice(0, -1));
    },
  });

  return (
    <div {...box} className="relative">
      <TextField
        {...field}
        ref={input}
        label={label}
        text={text}
        onText={type}
        placeholder={selected.length > 0 ? "" : placeholder}
        aria-describedby={[`${field.id}-summary`, describedBy].filter((part) => part !== undefined).join(" ")}
        fieldClassName="relative [&>input]:pr-5"
        after={
          <>
            {text === "" && selected.length > 0 ? (
              <span
                id={`${field.id}-summary`}
                className="pointer-events-none absolute inset-y-0 left-2 right-14 flex items-center gap-1.5 truncate text-body text-text"
              >
                {summary}
              </span>
            ) : null}
            {selected.length > 0 ? (
              <button
                type="button"
                aria-label={`Clear ${label}`}
                onClick={() => {
                  onChange([]);
                  input.current?.focus();
                }}
                className="absolute inset-y-0 right-7 my-auto inline-flex size-6 items-center justify-center rounded-item hover:text-text pointer-coarse:right-5 pointer-coarse:size-11"
              >
                <X className="size-3.5" />
              </button>
            ) : null}
            {fieldChevron}
          </>
        }
      />
      <OptionList {...list} />
    </div>
  );
}
