import type { ReactNode } from "react";
import { Link } from "wouter";
import { maxLimit } from "../../../../contract/markets-request.ts";
import type { Usd } from "../../../../contract/units.ts";
import { useFindMarkets } from "../../../queries/markets/find-markets.ts";
import type { WalletPositions } from "../../../queries/positions.ts";
import { formatGain, formatMoney } from "../../../../domain/format/money.ts";
import { formatAmount, formatPrice, formatShare } from "../../../../domain/format/number.ts";
import { questionOf, stateText, unknownCount } from "../../../portfolio/position-words.ts";
import { knownSum } from "../../../../finance/portfolio/net-worth.ts";
import { predictionFigures, type PredictionLine } from "../../../portfolio/predictions.ts";
import { Note } from "../../../ui/marks/note.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { Problem } from "../../../ui/marks/problem.tsx";
import { StatList } from "../../../ui/panel/stat.tsx";
import { bold, columnsOf, type ColumnMeta } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { hrefTo, marketHref, useSharedParameters } from "../../../view-state/address.ts";
import { WalletMark } from "../wallet-bar.tsx";
import { PositionActions } from "./position-parts.tsx";
import { Summary } from "../../../ui/panel/summary.tsx";

interface Item extends PredictionLine {
  readonly figures: ReturnType<typeof predictionFigures>;
  readonly state: string;
  /** A market that is no longer listed has no page. */
  readonly isListed: boolean;
}

const { column, figure } = columnsOf<Item>();

function money(
  header: string,
  csv: string,
  help: string,
  value: (item: Item) => Usd | undefined,
  format: typeof formatMoney,
  more: Partial<ColumnMeta<Item>> = {},
) {
  return figure(header, csv, help, value, format, {
    footer: (items) => {
      const { sum, unknown } = knownSum(items.map(value));
      return (
        <>
          <NumberText value={format(sum)} />
          <Note className="block font-normal">{unknownCount(unknown)}</Note>
        </>
      );
    },
    ...more,
  });
}

const profits = {
  unrealized: ["Unrealized", "Value minus cost.", formatGain, "unrealized (USD)"],
  realized: ["Realized", "From sales and settlements.", formatGain, "realized (USD)"],
  total: ["Profit", "Unrealized and realized.", formatGain, "profit (USD)"],
  invested: ["Invested", "Your own money put in.", formatMoney, "invested (USD)"],
  netFlow: ["Net flow", "Proceeds minus purchases.", formatGain, "netFlow (USD)"],
} as const;

function profit(name: keyof typeof profits, more?: Partial<ColumnMeta<Item>>) {
  const [header, help, format, csv] = profits[name];
  return money(header, csv, help, ({ figures }) => figures[name], format, more);
}

const position = column("Position", {
  card: "lead",
  className: "md:max-w-80 md:min-w-56",
  value: questionOf,
  csv: "market",
  // The same question may be held on both sides, and by several wallets.
  csvMore: [
    ["side", ({ row }) => row?.side],
    ["wallet", ({ wallet }) => wallet],
    ["marketId", ({ marketId }) => marketId],
  ],
  cell: (item) => <Name item={item} />,
  footer: ([item]) => (item?.row === undefined ? "All closed" : "All open"),
});

const lifetime = [profit("total", { card: "lead", ...bold }), profit("invested"), profit("netFlow")];

const openColumns = [
  position,
  figure("Shares", "amount (tokens)", "Shares held.", ({ row }) => row?.amount, formatAmount),
  figure("Avg cost", "averageCost (USD)", "USD paid per share.", ({ row }) => row?.averageCost, formatPrice),
  money("Cost", "cost (USD)", "USD paid for the shares held.", ({ row }) => row?.costUsd, formatMoney),
  money("Value", "net (USD)", "What the shares are worth now.", ({ row }) => row?.netUsd, formatMoney),
  profit("unrealized", {
    cell: ({ row, profit: own, figures }, isCard) => (
      <>
        <NumberText value={formatGain(figures.unrealized)} />
        {row === undefined || own?.unrealizedShare === undefined ? null : (
          <NumberText
            value={formatShare(own.unrealizedShare)}
            className={`text-tiny text-text2 ${isCard ? "block" : "ml-1"}`}
          />
        )}
      </>
    ),
  }),
  profit("realized"),
  ...lifetime,
  column("Actions", {
    isHeaderHidden: true,
    cell: ({ row }, isCard) =>
      row !== undefined ? <PositionActions row={row} variant={isCard ? "card" : "row"} /> : null,
  }),
];

const closedColumns = [position, ...lifetime];

const predictionRequest = { types: ["prediction"], limit: maxLimit } as const;

export function Predictions({
  held,
  lines,
  first,
}: {
  readonly held: readonly WalletPositions[];
  readonly lines: readonly PredictionLine[];
  readonly first: number;
}): ReactNode {
  // Closed positions often lack their market, so fetch it.
  const ids = [
    ...new Set(lines.flatMap(({ market, marketId }) => (market === undefined ? (marketId ?? []) : []))),
  ];
  const { rows: markets, phase } = useFindMarkets(ids, predictionRequest, ids.length > 0);
  const isSearching = ids.length > 0 && phase === "loading";
  const items = lines.map((sent): Item => {
    const line = { ...sent, market: sent.market ?? markets.get(sent.marketId ?? "") };
    const isListed = line.market !== undefined && (line.row !== undefined || sent.market === undefined);
    return { ...line, figures: predictionFigures(line), state: stateText(line, isSearching), isListed };
  });
  const open = items.filter(({ row }) => row !== undefined);
  const closed = items.filter(({ row }) => row === undefined);
  const shared = { rowKey: ({ key }: Item) => key, first, cards: "narrow" } as const;
  return (
    <>
      {held.map(({ wallet, name, profitError, retry }) => (
        <Problem
          key={wallet}
          size="line"
          className="px-4 py-2"
          title={`The profit of ${name} could not be loaded, so closed positions may be missing`}
          error={profitError}
          retry={retry}
        />
      ))}
      {open.length === 0 ? null : (
        <DataTable {...shared} label="Predictions" columns={openColumns} rows={open} csv="predictions" />
      )}
      {closed.length === 0 ? null : (
        <div>
          <h3 className="px-4 pt-2 font-semibold">Closed, lifetime results</h3>
          <DataTable
            {...shared}
            label="Closed predictions"
            columns={closedColumns}
            rows={closed}
            csv="closed-predictions"
          />
        </div>
      )}
    </>
  );
}

function Name({ item }: { readonly item: Item }): ReactNode {
  const search = useSharedParameters();
  const { row, wallet, marketId, state, isListed } = item;
  const question = questionOf(item);
  const href = marketId === undefined || !isListed ? undefined : hrefTo(marketHref(marketId), search);
  const style = "font-semibold whitespace-normal";
  return (
    <span className="flex items-start gap-2">
      {row?.side !== "yes" && row?.side !== "no" ? null : (
        <span className="mt-px shrink-0 rounded-item border border-line2 px-1.5 text-small">
          {row.side === "yes" ? "Yes" : "No"}
        </span>
      )}
      <span className="min-w-0">
        {href === undefined ? (
          <span className={style}>{question}</span>
        ) : (
          <Link href={href} className={`${style} rounded-item hover:underline`}>
            {question}
          </Link>
        )}
        <span className="flex items-center gap-1 text-tiny text-text2">
          <WalletMark wallet={wallet} />
          <span className="whitespace-normal">{state}</span>
        </span>
        <Lifetime line={item} />
      </span>
    </span>
  );
}

function Lifetime({ line: { row, profit: own } }: { readonly line: PredictionLine }): ReactNode {
  if (row === undefined || own === undefined) return null;
  const known = (["realized", "total", "invested", "netFlow"] as const)
    .map((name) => {
      const [label, help, format] = profits[name];
      return [label, format(own[`${name}Lifetime`]), help] as const;
    })
    .filter(([, value]) => value !== undefined);
  return known.length === 0 ? null : (
    <details className="w-fit text-tiny text-text2">
      <Summary className="hover:text-text">Lifetime</Summary>
      <StatList figures={known} />
    </details>
  );
}
