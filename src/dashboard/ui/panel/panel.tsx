import { useId, type ReactNode } from "react";
import { NonBreakingFigures } from "../marks/truncated-line.tsx";
import { classNames } from "../page/class-names.ts";

export function Panel({
  id,
  heading,
  level = 2,
  description,
  actions,
  error,
  loading,
  empty,
  padded = false,
  className,
  children,
}: {
  readonly id?: string;
  readonly heading: ReactNode;
  readonly level?: 2 | 3;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly error?: ReactNode;
  readonly loading?: ReactNode;
  readonly empty?: ReactNode;
  readonly padded?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}): ReactNode {
  const headingId = useId();
  const Heading = level === 2 ? "h2" : "h3";
  const waiting = loading ?? empty;
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={classNames("min-w-0 scroll-mt-4 rounded-panel border border-line2 bg-surface", className)}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <Heading id={headingId} className="font-semibold">
          {heading}
        </Heading>
        {description === undefined ? null : (
          <div className="min-w-0 text-small text-text2">
            {typeof description === "string" ? <NonBreakingFigures text={description} /> : description}
          </div>
        )}
        {actions === undefined ? null : (
          <div className="flex min-w-0 flex-wrap items-center gap-2 md:ml-auto">{actions}</div>
        )}
      </header>
      {error === undefined ? null : <div className="p-3 empty:hidden">{error}</div>}
      {waiting !== undefined ? (
        <div className="px-4 py-4 text-text2">{waiting}</div>
      ) : padded ? (
        <div className="px-4 py-3">{children}</div>
      ) : (
        children
      )}
    </section>
  );
}
