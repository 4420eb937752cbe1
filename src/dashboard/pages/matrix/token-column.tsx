import { toTokenIcon } from "../../../domain/market/market-text.ts";
import type { MatrixRow } from "../../select/whole-list/matrix.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
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
