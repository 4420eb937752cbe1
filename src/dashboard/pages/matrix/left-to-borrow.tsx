import type { ReactNode } from "react";
import type { LoanRoom } from "../../../domain/market/row-values.ts";
import { formatUsd } from "../../../domain/format/number.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";

export const leftToBorrow = {
  help: "How much can be borrowed now: the lower of available liquidity and what the borrow limit leaves. “At most” where one of them is unknown.",
  csv: "Left to borrow, at most (USD)",
} as const;

export function LeftToBorrow({ left, sure }: LoanRoom): ReactNode {
  return (
    <>
      {sure || left === undefined || left === 0 ? null : (
        <span className="text-small text-text3">at most </span>
      )}
      <NumberText value={formatUsd(left)} />
    </>
  );
}
