import type { ReactNode } from "react";
import { useTooltip } from "../../ui/overlay/tooltip.tsx";

/** For the elements inside with `data-why`: the chip, and its button, which the keyboard reaches. */
export function ChipTooltip({
  help,
  children,
}: {
  readonly help: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const [handlers, tooltip] = useTooltip(() => help, "[data-why]");
  return (
    <span {...handlers} className="contents">
      {children}
      {tooltip}
    </span>
  );
}
