import type { ReactNode } from "react";
import { classNames } from "../page/class-names.ts";

export function TextBar({ className }: { readonly className: string }): ReactNode {
  return <span className={`block h-3 rounded-item bg-track ${className}`} />;
}

export function PanelRows({
  count,
  hasHeader = false,
}: {
  readonly count: number;
  readonly hasHeader?: boolean;
}): ReactNode {
  return (
    <span
      className={classNames(
        "block rounded-panel border border-line2 bg-surface px-4",
        hasHeader ? "pt-11 pb-2" : "py-4",
      )}
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          key={index}
          className={classNames("flex items-center justify-between gap-4", hasHeader ? "h-[46px]" : "h-10")}
        >
          <TextBar className="w-1/3" />
          <TextBar className="w-1/6" />
        </span>
      ))}
    </span>
  );
}
