import { Gift, Scale } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { usd, type Usd } from "../../../contract/units.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { countOf, formatUsd, formatUsdExact } from "../../format/number.ts";
import { allocationOf, type AllocationBy, type Share } from "../../portfolio/allocation.ts";
import type { Claim } from "../../portfolio/claims.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";

const options = [
  { value: "token", label: "Token" },
  { value: "provider", label: "Provider" },
  { value: "type", label: "Type" },
] as const;

const column = columnsOf<Share>();

function columnsFor(by: AllocationBy, largest: number, isPhone: boolean) {
  const format = isPhone || largest >= 1e6 ? formatUsd : formatUsdExact;
  const show = (value: Usd | undefined): ReactNode => (
    <NumberText value={value === 0 ? undefined : format(value)} />
  );
  const money = (header: string, read: (worth: Share["worth"]) => number) =>
    column(header, {
      header,
      csv: `${header} (USD)`,
      value: ({ worth }) => read(worth),
      cell: ({ worth }) => show(usd(read(worth))),
      footer: (shares) => show(usd(shares.reduce((sum, { worth }) => sum + read(worth), 0))),
    });
  return [
    column("group", {
      header: options.find(({ value }) => value === by)?.label ?? by,
      value: ({ label }) => label,
      cell: ({ key, label, face, worth }) => (
        <span className="flex items-center gap-2 font-medium">
          {face === undefined ? <KindSign kind={key} /> : <MarketIcon face={face} size={18} />}
          <span className="max-w-22 truncate min-[420px]:max-w-40" title={label}>
            {label}
          </span>
          <span className="ml-auto pl-2 max-lg:hidden xl:max-2xl:hidden">
            <Meter share={largest === 0 ? 0 : worth.assets / largest} />
          </span>
        </span>
      ),
      footer: () => "All",
    }),
    money("Assets", ({ assets }) => assets),
    money("Owed", ({ debts }) => 0 - debts),
    money("Net", ({ net }) => net),
  ];
}

export function AllocationPanel({
  rows,
  claims,
  by,
  onBy,
}: {
  readonly rows: readonly PositionRow[];
  readonly claims: readonly Claim[];
  readonly by: AllocationBy;
  readonly onBy: (by: AllocationBy) => void;
}): ReactNode {
  const shares = useMemo(() => allocationOf(rows, claims, by), [rows, claims, by]);
  const largest = Math.max(...shares.map(({ worth }) => worth.assets), 0);
  const isPhone = useIsPhone();
  const columns = useMemo(() => columnsFor(by, largest, isPhone), [by, largest, isPhone]);
  const unknown = shares.reduce((sum, { worth }) => sum + worth.unknown, 0);
  return (
    <Panel
      heading="Allocation"
      actions={<Segmented label="Allocation by" options={options} value={by} onChange={onBy} />}
    >
      <DataTable
        label="Allocation"
        columns={columns}
        rows={shares}
        rowKey={({ key }) => key}
        initialSort={{ id: "Assets", desc: true }}
        cards="never"
        csv={{ fileName: "allocation" }}
        region={{ what: "allocation", className: "max-h-[25rem]" }}
        rowHeight={36}
      />
      {unknown === 0 ? null : (
        <p className="border-t border-line px-4 py-2 text-small text-text3">
          Without {countOf(unknown, "position")} of unknown USD value.
        </p>
      )}
    </Panel>
  );
}

function KindSign({ kind }: { readonly kind: string }): ReactNode {
  const Sign = kind === "reward" ? Gift : kind === "prediction" ? Scale : undefined;
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-[18px] shrink-0 items-center justify-center text-text2"
    >
      {Sign === undefined ? null : <Sign className="size-3.5" />}
    </span>
  );
}
