// The frame of a part of the portfolio: a heading, what is said of it, its choices, and the part.
import { useId, type ReactNode } from "react";

export function Panel({
  id,
  heading,
  note,
  tools,
  className = "",
  children,
}: {
  /** Where a link may lead to. */
  readonly id?: string;
  readonly heading: string;
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={`min-w-0 scroll-mt-4 rounded-panel border border-line2 bg-surface ${className}`}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={headingId} className="font-semibold">
          {heading}
        </h2>
        {note === undefined ? null : <p className="text-small text-text2">{note}</p>}
        {tools === undefined ? null : (
          <div className="flex flex-wrap items-center gap-2 md:ml-auto">{tools}</div>
        )}
      </header>
      {children}
    </section>
  );
}
