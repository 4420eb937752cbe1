import type { ReactNode } from "react";

/** A strip that says what is wrong and offers one next step. */
export function Banner({
  icon,
  children,
  action,
}: {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <output className="flex min-h-11 items-center gap-2.5 border-t border-danger-line bg-danger-bg px-4 py-1.5 text-small text-text2">
      <span aria-hidden="true" className="flex shrink-0 text-danger">
        {icon}
      </span>
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </output>
  );
}
