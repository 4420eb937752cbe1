import type { ReactNode } from "react";

/** The small second line of a figure. Renders nothing if it is empty. */
export function Note({
  children,
  className = "block",
}: {
  readonly children: ReactNode;
  readonly className?: string;
}): ReactNode {
  return children ? <span className={`text-tiny text-text2 ${className}`}>{children}</span> : null;
}
