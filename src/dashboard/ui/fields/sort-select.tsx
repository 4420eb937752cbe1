import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, type ReactNode } from "react";

export function SortSelect<Id extends string>({
  columns,
  leading,
  isDescending,
  onColumn,
  onReverse,
  className = "",
}: {
  readonly columns: readonly { readonly id: Id; readonly header: string }[];
  readonly leading: Id | undefined;
  readonly isDescending: boolean;
  readonly onColumn: (id: Id) => void;
  readonly onReverse: () => void;
  readonly className?: string;
}): ReactNode {
  const field = useId();
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <div
      className={`relative flex h-11 min-w-0 rounded-control border border-control bg-inset focus-within:border-accent hover:border-text2 ${className}`}
    >
      <label htmlFor={field} className="pointer-events-none absolute top-1 left-2 text-tiny text-text3">
        Sort by
      </label>
      <select
        id={field}
        value={leading ?? ""}
        onChange={(event) => {
          const chosen = columns.find(({ id }) => id === event.currentTarget.value);
          if (chosen !== undefined) onColumn(chosen.id);
        }}
        className="h-full w-full min-w-0 appearance-none truncate rounded-control bg-transparent pt-4 pr-11 pl-2 text-[16px] leading-none text-text"
      >
        {leading === undefined ? <option value="">As listed</option> : null}
        {columns.map(({ id, header }) => (
          <option key={id} value={id} className="bg-raised">
            {header}
          </option>
        ))}
      </select>
      {leading === undefined ? null : (
        <button
          type="button"
          aria-label={`Sort direction: ${isDescending ? "descending" : "ascending"}`}
          onClick={onReverse}
          className="absolute -inset-y-px right-0 inline-flex w-11 items-center justify-center rounded-control border-l border-line text-text hover:bg-hover"
        >
          <Arrow className="size-4" />
        </button>
      )}
    </div>
  );
}
