import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

export function Summary({ children, ...summary }: ComponentProps<"summary">): ReactNode {
  return (
    <summary {...summary}>
      <ChevronDown className="size-3.5" />
      {children}
    </summary>
  );
}
