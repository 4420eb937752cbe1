import { sum } from "d3-array";
import { useMemo, type ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import { capitalize } from "../../../domain/format/capitalize.ts";
import { formatCount, formatShare, formatUsd, inWords, countMarkets } from "../../../domain/format/number.ts";
import { depositShares, type DepositShare } from "../../select/whole-list/overview.ts";
import { groupFamilies, groupMarkets } from "../../select/whole-list/market-groups.ts";
import { exportName } from "../../select/export-rows.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { shareColor, SplitBar, Swatch } from "../../ui/marks/shares.tsx";
import { tipProps } from "../../ui/overlay/tooltip.tsx";
import { bold, columnsOf } from "../../ui/table/columns.ts";
import { depositsHelp, Figures, groupColumn, marketsHelp, Caption, type Shown } from "./parts.tsx";

const namedShares = 5;

export function DepositShares({ rows, state }: Shown): ReactNode {
  const providers = useMemo(() => depositShares(groupMarkets(rows, state, "provider")), [rows, state]);
  const families = useMemo(() => depositShares(groupFamilies(rows, state)), [rows, state]);
  const unpublished = sum(providers, (part) => part.unpublished);
  return (
    <Panel padded heading="Deposit shares" className="xl:col-span-2">
      <Caption>
        {unpublished === rows.length
          ? "Deposits unknown for every market here."
          : `As reported${unpublished === 0 ? "" : `; deposits of ${countMarkets(unpublished)} unknown`}. Some vault deposits are re-lent and counted twice.`}
      </Caption>
      <div className="mt-3 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Shares heading="By provider" many="providers" columns={providerColumns} shares={providers} />
        <Shares heading="By asset family" many="families" columns={familyColumns} shares={families} />
      </div>
    </Panel>
  );
}

function Shares({
  heading,
  many,
  columns,
  shares,
}: {
  readonly heading: string;
  readonly many: string;
  readonly columns: ReturnType<typeof shareColumns>;
  readonly shares: readonly DepositShare[];
}): ReactNode {
  const name = `deposits ${heading.toLowerCase()}`;
  const all = shares.map(({ group, share = 0 }, at) => ({ ...group, share, color: shareColor(at) }));
  const rest = sum(all.slice(namedShares), ({ share }) => share);
  const others = { key: "", label: `Smaller ${many}`, share: rest, color: "var(--track)" };
  const parts = [...all.slice(0, namedShares), others].filter(({ share }) => share > 0);
  return (
    <div className="min-w-0">
      <h3 className="text-small font-semibold text-text2">{heading}</h3>
      {parts.length === 0 ? null : (
        <div className="mt-2">
          <SplitBar parts={parts} />
          <ul
            {...tipProps(shareHelp)}
            aria-label={`Shares of ${name}`}
            className="mt-2 flex flex-wrap gap-x-4 gap-y-1 wrap-anywhere text-small text-text2"
          >
            {parts.map(({ key, label, share, color }) => (
              <li key={key} className="inline-flex items-center gap-1.5">
                <Swatch color={color} />
                {label} <span className="font-medium text-text">{inWords(formatShare(ratio(share)))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Figures label={capitalize(name)} columns={columns} rows={shares} rowKey={({ group }) => group.key} />
    </div>
  );
}

const shareHelp = "Deposits as a share of the deposits of all markets shown.";

const { figure } = columnsOf<DepositShare>();

function shareColumns(header: string) {
  return [
    groupColumn<DepositShare>(header),
    figure("Share", "share (fraction)", shareHelp, ({ share }) => share, formatShare, bold),
    figure("Deposits", exportName("totalDepositUsd"), depositsHelp, ({ deposits }) => deposits, formatUsd),
    figure("Markets", "markets", marketsHelp, ({ group }) => group.rows.length, formatCount),
    figure(
      "Unknown",
      "markets of unknown deposits",
      "Markets that publish no deposits.",
      ({ unpublished }) => unpublished,
      formatCount,
    ),
  ];
}

const providerColumns = shareColumns("Provider");
const familyColumns = shareColumns("Family");
