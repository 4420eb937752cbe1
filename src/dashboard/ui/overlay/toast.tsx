import type { ReactNode } from "react";

/** Stays above the bottom of any page. With a label it is a landmark. */
export function Toast({
  label,
  children,
}: {
  readonly label?: string;
  readonly children: ReactNode;
}): ReactNode {
  const Element = label === undefined ? "div" : "aside";
  return (
    <Element
      aria-label={label}
      className="fixed inset-x-4 bottom-20 z-30 mx-auto flex max-w-lg items-center gap-2 rounded-panel bg-raised py-2 pr-2 pl-4 shadow-float print:hidden low:bottom-2"
    >
      {children}
    </Element>
  );
}
