// Columns shared by the tables on this page and on an asset's page.
import type { ReactNode } from "react";
import { formatUsd } from "../../../domain/format/number.ts";
import { toTokenIcon } from "../../../domain/market/market-text.ts";
import type { LoanRoom } from "../../../domain/market/row-values.ts";
import type { MatrixRow } from "../../select/whole-list/matrix.ts";
import { exportName } from "../../select/export-rows.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { columnsOf, type TableColumn } from "../../ui/table/columns.ts";

type Token = Pick<MatrixRow, "address" | "symbol" | "icon">;

export function tokenColumn<Data extends Token>(): TableColumn<Data> {
  return columnsOf<Data>().column("Token", {
    card: "lead",
    value: ({ symbol }) => symbol,
    csvMore: [["mint", ({ address }) => address]],
    cell: (token) => (
      <span className="flex items-center gap-2 font-semibold" title={token.address}>
        <MarketIcon icon={toTokenIcon(token)} size={20} />
        <span className="max-w-32 truncate md:max-w-40">{token.symbol}</span>
      </span>
    ),
  });
}

export const leftToBorrow = {
  help: "How much can be borrowed now: the lower of available liquidity and what is left under the borrow limit. “At most” where one of them is unknown.",
  csv: exportName("leftToBorrow", "", "at most"),
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
