import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

/** Opens and closes the `<details>` around it. */
export function Summary({ children, ...summary }: ComponentProps<"summary">): ReactNode {
  return (
    <summary {...summary}>
      <ChevronDown className="size-3.5" />
      {children}
    </summary>
  );
}
