import { iconLetter } from "../../../domain/market/market-text.ts";
import type { MatrixRow } from "../../select/whole-list/matrix.ts";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import type { columnsOf, TableColumn } from "../../ui/table/columns.ts";

type Token = Pick<MatrixRow, "address" | "symbol" | "icon">;

export function tokenColumn<Data extends Token>(
  column: ReturnType<typeof columnsOf<Data>>,
): TableColumn<Data> {
  return column("Token", {
    value: ({ symbol }) => symbol,
    csv: ["Token", ({ address }) => address],
    cell: ({ address, symbol, icon }) => (
      <span className="flex items-center gap-2 font-semibold" title={address}>
        <MarketIcon face={{ letter: iconLetter(symbol), seed: address, image: icon }} size={20} />
        <span className="max-w-24 truncate md:max-w-40">{symbol}</span>
      </span>
    ),
  });
}
