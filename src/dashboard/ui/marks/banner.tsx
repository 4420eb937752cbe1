// A strip that says what is true and offers one next step.
import type { ReactNode } from "react";
import { classNames } from "../page/class-names.ts";

export interface BannerProps {
  readonly tone: "danger" | "info";
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Banner({ tone, icon, children, action }: BannerProps): ReactNode {
  return (
    <output
      className={classNames(
        "flex min-h-11 items-center gap-2.5 border-t px-4 py-1.5 text-small",
        tone === "danger"
          ? "border-danger-line bg-danger-bg text-text2"
          : "border-info-line bg-info-bg text-text2",
      )}
    >
      <span
        aria-hidden="true"
        className={classNames("flex shrink-0", tone === "danger" ? "text-danger" : "text-accent")}
      >
        {icon}
      </span>
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </output>
  );
}
