// The markets whose rate moved most, and why as far as the record tells.
import type { ReactNode } from "react";
import type { RateMove } from "../../../contract/record/record-changes.ts";
import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { formatPoints, formatRate } from "../../format/number.ts";
import type { ApyBasis } from "../../market/column.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { arrowDown, arrowUp } from "../../ui/marks/signs.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import {
  ChangeList,
  ChangeTable,
  MarketLink,
  pastColumnClass,
  Spark,
  Was,
  type ChangeColumn,
  type KnownMarkets,
} from "./change-parts.tsx";
import { differenceOf, pairOf, whyOf } from "./move-words.ts";
import { spanNames } from "./changes-words.ts";
import { smallUsd } from "../../market/filters/filters.ts";

const name = "Biggest moves in rate";
interface MovesProps {
  readonly moves: readonly RateMove[];
  readonly basis: ApyBasis;
  readonly span: ChangeWindow;
  readonly markets: KnownMarkets;
}

export function MovesList({ total, ...props }: MovesProps & { readonly total: number }): ReactNode {
  const phone = useIsPhone();
  const large = props.moves.filter(
    // Rates of a market with next to nothing in it jump about and tell nobody anything.
    ({ totalDepositUsd }) => typeof totalDepositUsd !== "number" || totalDepositUsd >= smallUsd,
  );
  return (
    <ChangeList
      heading={name}
      items={props.moves}
      leading={large}
      first={8}
      total={total}
      note={large.length === props.moves.length ? "" : "without markets under $100k"}
      none="No rate moved by a basis point."
    >
      {(shown) => (phone ? <MoveCards {...props} moves={shown} /> : <MovesTable {...props} moves={shown} />)}
    </ChangeList>
  );
}

function MovesTable({ moves, basis, span, markets }: MovesProps): ReactNode {
  const columns: readonly ChangeColumn<RateMove>[] = [
    {
      head: spanNames[span],
      className: pastColumnClass,
      // The line is of the rate with rewards.
      cell: (move) => (basis === "base" ? null : <Spark values={move.spark} />),
    },
    {
      head: basis === "base" ? "Base APY now" : "APY now",
      cell: (move) => <NowAndWas move={move} basis={basis} />,
    },
    { head: "Change", cell: (move) => <Difference of={differenceOf(pairOf(move, basis))} /> },
    {
      head: "Why",
      className: "text-left",
      cellClass: "min-w-36 text-small text-text2",
      cell: (move) => whyOf(move, basis) || <NumberText value={undefined} />,
    },
  ];
  return <ChangeTable name={name} items={moves} columns={columns} markets={markets} />;
}

function MoveCards({ moves, basis, markets }: MovesProps): ReactNode {
  return (
    <ul aria-label={name} className="divide-y divide-line">
      {moves.map((move) => (
        <li key={move.marketId} className="px-4 py-3">
          <div className="flex items-start justify-between gap-3">
            <MarketLink of={move} markets={markets} />
            <span className="shrink-0 text-right">
              <NowAndWas move={move} basis={basis} />
            </span>
          </div>
          <p className="mt-1.5 flex items-baseline justify-between gap-3">
            <span className="min-w-0 text-small text-text2">{whyOf(move, basis)}</span>
            <span className="shrink-0">
              <Difference of={differenceOf(pairOf(move, basis))} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function NowAndWas({ move, basis }: { readonly move: RateMove; readonly basis: ApyBasis }): ReactNode {
  const { now, was } = pairOf(move, basis);
  return (
    <>
      <NumberText value={formatRate(ratio(now))} className="font-semibold" />
      <Was value={formatRate(ratio(was))} />
    </>
  );
}

function Difference({ of }: { readonly of: Ratio | undefined }): ReactNode {
  if (of === undefined) return <NumberText value={undefined} />;
  return (
    <>
      {of > 0 ? arrowUp : arrowDown}
      <NumberText value={formatPoints(of)} className="ml-1 font-semibold" />
    </>
  );
}
