import { useRef, type ReactNode, type RefObject } from "react";

export function SkippableRegion({
  region,
  label,
  what,
  className,
  children,
  beside,
}: {
  readonly region?: RefObject<HTMLElement | null>;
  readonly label: string;
  /** Completes "Skip the …". */
  readonly what: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly beside?: ReactNode;
}): ReactNode {
  const end = useRef<HTMLSpanElement | null>(null);
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      <button
        type="button"
        className="sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-1 focus-visible:left-1 focus-visible:z-30 focus-visible:rounded-control focus-visible:bg-raised focus-visible:px-3 focus-visible:py-1.5 focus-visible:shadow-float"
        onClick={() => end.current?.focus()}
      >
        Skip the {what}
      </button>
      {/* A scroll region must be focusable, or the keyboard could not scroll it. */}
      <section ref={region} tabIndex={0} aria-label={label} className={`${className} min-h-0 flex-1`}>
        {children}
      </section>
      <span ref={end} tabIndex={-1} className="sr-only">
        End of the {what}
      </span>
      {beside}
    </div>
  );
}
