import { sum } from "d3-array";
import { useMemo, type ReactNode } from "react";
import { usd, type Usd } from "../../../contract/units.ts";
import { capitalize } from "../../../domain/format/capitalize.ts";
import { formatFlow } from "../../../domain/format/flow.ts";
import { formatGain } from "../../../domain/format/money.ts";
import {
  countOf,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
} from "../../../domain/format/number.ts";
import {
  allocations,
  allocationWith,
  type AllocationBy,
  type MovedShare,
} from "../../portfolio/allocation.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Donut, shareColor, Swatch } from "../../ui/marks/shares.tsx";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useChoice } from "../../view-state/use-choice.ts";
import { netApyHelp } from "./portfolio-strip.tsx";
import type { Portfolio } from "./use-portfolio.ts";

const options = allocations.map((value) => ({ value, label: capitalize(value) }));
const moments = [
  { value: "now", label: "Now" },
  { value: "after", label: "After moves" },
] as const;

const { column } = columnsOf<MovedShare>();

function shareColumns(by: AllocationBy, isAfter: boolean, items: readonly MovedShare[]) {
  const isLong = items.some(({ worth }) => worth.assets >= 1e6);
  const money = (value: Usd | undefined): ReactNode => (
    <NumberText value={value === 0 ? undefined : (isLong ? formatUsd : formatUsdExact)(value)} />
  );
  const all = usd(sum(items, ({ worth }) => worth.assets));
  return [
    column(capitalize(by), {
      id: "group",
      value: ({ label }) => label,
      cell: ({ label, icon, index }) => (
        <span className="flex items-center gap-2 font-medium">
          <Swatch color={shareColor(index)} />
          {icon === undefined ? null : (
            // A narrow panel has no space for it beside the change.
            <span className={isAfter ? "hidden @2xl:flex" : "flex"}>
              <MarketIcon icon={icon} size={18} />
            </span>
          )}
          <span className={`${isAfter ? "max-w-18" : "max-w-32"} truncate @2xl:max-w-64`} title={label}>
            {label}
          </span>
        </span>
      ),
      footer: () => "All",
    }),
    isAfter &&
      column("Change", {
        help: "Assets after the moves minus assets now.",
        value: ({ change }) => change,
        cell: ({ change }) => (
          <span className="text-text3">
            <NumberText
              value={
                change === 0 ? undefined : isLong ? formatFlow(change, "short") : formatGain(change, "whole")
              }
            />
          </span>
        ),
      }),
    column("Assets", {
      help: "Deposits, collateral and claimable rewards in US dollars. Debts are not subtracted.",
      value: ({ worth }) => worth.assets,
      cell: ({ worth }) => money(worth.assets),
      footer: () => money(all),
    }),
    column("Share", {
      help: "Assets as a share of all assets.",
      value: ({ share }) => share,
      cell: ({ share, worth }) => (
        <NumberText value={worth.assets === 0 ? undefined : formatShare(share)} className="font-semibold" />
      ),
    }),
  ].filter((shown) => shown !== false);
}

export function AllocationPanel({
  rows,
  claims,
  plan: { moves },
  netApy,
  canMove,
  isComplete,
  areMarketsMissing,
}: Portfolio): ReactNode {
  const [by, setBy] = useChoice("by", allocations, "provider");
  const [chosen, setChosen] = useChoice("at", ["now", "after"], "now");
  const isAfter = chosen === "after" && moves.length > 0;
  // Reserves the line that moves add in a narrow panel, before they are known.
  const mayMove = canMove && !isComplete && !areMarketsMissing;
  const items = useMemo(
    () => allocationWith(moves, rows, claims, by, isAfter),
    [moves, rows, claims, by, isAfter],
  );
  const columns = useMemo(() => shareColumns(by, isAfter, items), [by, isAfter, items]);
  const unknown = sum(items, ({ worth }) => worth.unknown);
  const apy = formatRate(netApy?.[isAfter ? "after" : "now"]);
  return (
    <Panel
      heading="Allocation"
      className="@container"
      description={unknown === 0 ? undefined : `without ${countOf(unknown, "position")} of unknown value`}
      actions={
        <>
          <Segmented label="Allocation by" options={options} value={by} onChange={setBy} />
          {moves.length === 0 && !mayMove ? null : (
            <Segmented label="Allocation at" options={moments} value={chosen} onChange={setChosen} />
          )}
        </>
      }
    >
      <div className="items-center @2xl:flex">
        <Donut
          className="mx-auto my-3 w-[196px] shrink-0 @2xl:mx-8"
          parts={items.map((item) => ({ ...item, color: shareColor(item.index) }))}
        >
          {apy === undefined ? null : (
            <Explained help={netApyHelp} className="grid justify-items-center rounded-item">
              <NumberText value={apy} className="text-title font-semibold" />
              <span className="text-small text-text2">net APY</span>
            </Explained>
          )}
        </Donut>
        <DataTable
          label="Allocation"
          columns={columns}
          rows={items}
          rowKey={({ key }) => key}
          initialSort={{ id: "Assets", desc: true }}
          cards="never"
          region={{ what: "allocation", className: "max-h-[22rem] rounded-b-panel" }}
          rowHeight={34}
        />
      </div>
    </Panel>
  );
}
