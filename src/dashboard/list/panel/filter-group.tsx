// The frame of a part of the filters.
import type { ReactNode } from "react";

/** A part without a name of its own. */
export function FilterSection({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="border-b border-line px-4 py-3 last:border-b-0">{children}</div>;
}

/** A named group of checkboxes. */
export function FilterGroup({
  name,
  describedBy,
  aside,
  children,
}: {
  readonly name: string;
  /** Stands at the end of the line of the name. */
  readonly aside?: ReactNode;
  readonly describedBy?: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <fieldset
      className="border-b border-line px-4 py-3 last:border-b-0"
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
    >
      {/* Floated, because a legend does not take part in its fieldset's padding otherwise. */}
      <legend className="float-left mb-1 w-full text-small font-semibold text-text">{name}</legend>
      {aside === undefined ? null : <div className="float-right -mt-6 mb-1">{aside}</div>}
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
