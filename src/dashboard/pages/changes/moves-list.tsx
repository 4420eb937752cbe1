import { useMemo, type ReactNode } from "react";
import type { RateMove, RecordChanges } from "../../../contract/record/record-changes.ts";
import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { ratio } from "../../../contract/units.ts";
import { formatPoints, formatRate, inWords } from "../../../domain/format/number.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { arrowDown, arrowUp } from "../../ui/marks/inline-icons.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { ChangeList, type KnownMarkets } from "./change-parts.tsx";
import { differenceOf, pairOf, whyOf } from "./move-words.ts";
import { spanNames } from "./changes-words.ts";
import { smallUsd } from "../../../domain/market/filters/filters.ts";

const column = columnsOf<RateMove>();

function columnsFor(basis: ApyBasis) {
  return [
    column("now", {
      header: basis === "base" ? "Base APY now" : "APY now",
      value: (move) => ratio(pairOf(move, basis).now),
      card: "lead",
      cell: (move) => {
        const { now, was } = pairOf(move, basis);
        return (
          <>
            <NumberText value={formatRate(ratio(now))} className="font-semibold" />
            <span className="block text-tiny text-text2">was {inWords(formatRate(ratio(was)))}</span>
          </>
        );
      },
    }),
    column("change", {
      header: "Change",
      value: (move) => differenceOf(pairOf(move, basis)),
      cell: (move) => {
        const difference = differenceOf(pairOf(move, basis));
        return (
          <>
            {difference === undefined ? null : difference > 0 ? arrowUp : arrowDown}
            <NumberText value={formatPoints(difference)} className="ml-1 font-semibold" />
          </>
        );
      },
    }),
    column("why", {
      header: "Why",
      align: "start",
      value: (move) => whyOf(move, basis) || undefined,
      className: "min-w-36 whitespace-normal text-small text-text2",
      cell: (move) => <NumberText value={whyOf(move, basis) || undefined} />,
    }),
  ];
}

export function MovesList({
  changes: { moves, counts },
  basis,
  span,
  markets,
}: {
  readonly changes: RecordChanges;
  readonly basis: ApyBasis;
  readonly span: ChangeWindow;
  readonly markets: KnownMarkets;
}): ReactNode {
  const columns = useMemo(() => columnsFor(basis), [basis]);
  // Rates of nearly empty markets jump.
  const large = useMemo(
    () => moves.filter(({ totalDepositUsd }) => (totalDepositUsd ?? smallUsd) >= smallUsd),
    [moves],
  );
  return (
    <ChangeList
      heading="Biggest moves in rate"
      items={moves}
      leading={large}
      first={8}
      total={counts.moves}
      note={large.length === moves.length ? "" : "without markets under $100k"}
      none="No rate moved by a basis point."
      columns={columns}
      markets={markets}
      // The sparkline includes rewards.
      past={basis === "base" ? undefined : spanNames[span]}
    />
  );
}
