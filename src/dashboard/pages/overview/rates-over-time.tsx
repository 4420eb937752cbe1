// Uses the same markets in each period, so that only rates move the median.
import { useMemo, type ReactNode } from "react";
import { Sparkline } from "../../charts/sparkline.tsx";
import { Figures, groupColumn, Caption, type Shown } from "./parts.tsx";
import { formatRate, formatCount, formatPoints, inWords } from "../../../domain/format/number.ts";
import { thenAndNow, type RatesOverTime as Line } from "../../select/whole-list/overview.ts";
import { groupFamilies, wholeGroup } from "../../select/whole-list/market-groups.ts";
import { exportName } from "../../select/export-rows.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { bold, columnsOf } from "../../ui/table/columns.ts";

const heading = "Base APY, 180–91 days ago → now (same markets)";

const periods = ["180–91 d", "90–31 d", "30 d", "Now"] as const;

const { column, figure } = columnsOf<Line>();

const columns = [
  groupColumn<Line>("Group"),
  column("Markets", {
    help: "Markets that publish a base APY for all four periods. Only these are counted.",
    csv: "Markets counted",
    value: ({ counted }) => counted,
    cell: ({ counted, group: { rows } }) => (
      <>
        {formatCount(counted).text}
        {counted === rows.length ? null : (
          <span className="text-small text-text3"> of {formatCount(rows.length).text}</span>
        )}
      </>
    ),
  }),
  ...periods.map((name, at) =>
    figure(
      name,
      exportName("baseDepositApy", `, median ${name}`),
      at === 3
        ? "Median base APY now."
        : "Median base APY in this period, estimated from published averages.",
      ({ rates }) => rates[at],
      formatRate,
      at === 3 ? bold : {},
    ),
  ),
  column("Change", {
    help: "The median now minus the median 91 to 180 days ago, in percentage points.",
    csv: exportName("baseDepositApy", ", change of the median"),
    value: ({ change }) => change,
    cell: ({ change }) => <NumberText value={formatPoints(change)} />,
  }),
];

export function RatesOverTime({ rows, state }: Shown): ReactNode {
  const lines = useMemo(() => thenAndNow([wholeGroup(rows), ...groupFamilies(rows, state)]), [rows, state]);
  if (lines.every(({ counted }) => counted === 0))
    return (
      <Panel padded heading={heading}>
        <Caption>No market here publishes a base APY and its averages over 30, 90 and 180 days.</Caption>
      </Panel>
    );
  const known = lines.flatMap(({ rates }) => rates.flatMap((rate) => rate ?? []));
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  return (
    <Panel padded heading={heading}>
      <Caption>
        Median base APY of the markets that publish it for all four periods. Estimated from their averages
        over 30, 90 and 180 days.
      </Caption>
      <Explained
        as="ul"
        help="The group's median base APY 180 to 91 days ago, and now."
        className="mt-3 grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3"
      >
        {lines
          .filter(({ counted }) => counted > 0)
          .map(({ group, rates }) => (
            <li key={group.key} className="min-w-0">
              <p className="truncate text-small font-semibold">{group.label}</p>
              <p className="text-small whitespace-nowrap text-text2">
                {inWords(formatRate(rates[0]))} → {inWords(formatRate(rates.at(-1)))}
              </p>
              {high > low ? (
                <Sparkline
                  values={rates}
                  ends={[low, high]}
                  base={0}
                  dots
                  color="var(--base)"
                  className="mt-1 h-14 w-full"
                />
              ) : null}
            </li>
          ))}
      </Explained>
      <Figures
        label="Base rates over time"
        columns={columns}
        rows={lines}
        rowKey={({ group }) => group.key}
      />
    </Panel>
  );
}
