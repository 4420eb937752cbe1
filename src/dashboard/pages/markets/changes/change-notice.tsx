// The strip under the list that says what changed since some moment, with a list of it that opens in place.
import { History, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { hrefTo, marketHref, useSearch } from "../../../view-state/address.ts";
import { Button, IconButton } from "../../../ui/fields/button.tsx";

export function ChangeNotice({
  label,
  children,
  details,
  actions,
  onDismiss,
}: {
  /** Names the region. */
  readonly label: string;
  readonly children: ReactNode;
  /** What "Show" opens; nothing is offered without it. */
  readonly details: ReactNode;
  readonly actions?: ReactNode;
  readonly onDismiss: () => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <section
      aria-label={label}
      className="border-t border-info-line bg-info-bg text-small text-text2 print:hidden"
    >
      <div className="flex min-h-9 items-center gap-2.5 px-4 py-1">
        <History aria-hidden="true" className="size-3.5 shrink-0 text-accent" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">
          <div className="min-w-0 flex-1 basis-60 py-1">{children}</div>
          {details === undefined ? null : (
            <Button variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? "Hide" : "Show"}
            </Button>
          )}
          {actions}
        </div>
        <IconButton
          label="Dismiss"
          onClick={onDismiss}
          icon={<X aria-hidden="true" className="size-3.5" />}
        />
      </div>
      {open ? details : null}
    </section>
  );
}

export function ChangeList({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className="max-h-44 overflow-y-auto px-4 pb-2 pl-10">{children}</ul>;
}

/** A market and what became of it. One that is not in the list any more has a name and no page. */
export function ChangeEntry({
  id,
  name,
  wide = false,
  children,
}: {
  readonly id: string | undefined;
  readonly name: string;
  /** Several figures: they go under the name where there is no room beside it. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const search = useSearch();
  return (
    <li
      className={
        wide
          ? "flex max-w-6xl justify-between gap-x-4 border-b border-info-line py-0.5 last:border-0 max-xl:flex-wrap"
          : "flex max-w-xl justify-between gap-4"
      }
    >
      {id === undefined ? (
        <span className="min-w-0 truncate leading-6">{name}</span>
      ) : (
        <Link
          href={hrefTo(marketHref(id), search)}
          className="min-w-0 truncate leading-6 text-accent hover:underline"
        >
          {name}
        </Link>
      )}
      <span className={wide ? "leading-6 xl:shrink-0" : "shrink-0 leading-6"}>{children}</span>
    </li>
  );
}
