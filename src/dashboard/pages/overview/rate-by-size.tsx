// Rates against deposits: every market as a dot, and the figures of each class of size.
import { useMemo, type ReactNode } from "react";
import { countMarkets } from "../../format/count-markets.ts";
import { formatCount, formatRate, formatUsd, inWords } from "../../format/number.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { ApyBasis } from "../../market/column.ts";
import {
  rateScale,
  sizeClasses,
  sizedMarkets,
  type RateScale,
  type SizeClass,
  type SizedMarkets,
} from "../../select/whole-list/overview.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import {
  beyondScale,
  Cell,
  counts,
  Figure,
  FigureTable,
  LineHead,
  lineClass,
  Note,
  Section,
  Told,
} from "./parts.tsx";
import { Scatter } from "./scatter.tsx";

export function RateBySize({
  rows,
  state,
  basis,
  rateLabel,
}: {
  readonly rows: readonly MarketRow[];
  readonly state: ViewState;
  readonly basis: ApyBasis;
  readonly rateLabel: string;
}): ReactNode {
  const sized = useMemo(() => sizedMarkets(rows, basis), [rows, basis]);
  const classes = useMemo(() => sizeClasses(rows, state, basis), [rows, state, basis]);
  const scale = useMemo(
    () =>
      rateScale(
        sized.markets.map(({ row }) => row),
        basis,
      ),
    [sized, basis],
  );
  return (
    <Section id="overview-size" heading="Rate against size">
      <Note>{summary(sized, scale, rows.length)}</Note>
      {scale === undefined ? null : (
        <Scatter markets={sized.markets} scale={scale} state={state} rateLabel={rateLabel} />
      )}
      {classes.length === 0 ? null : (
        <FigureTable
          label="Rates by size"
          head={["Deposits", "Markets", "With rate", "Weighted", "Median", "Together"]}
        >
          {classes.map((one) => (
            <tr key={classText(one)} className={lineClass}>
              <LineHead label={classText(one)} count={one.markets} narrow={one.narrow} state={state} />
              <Cell>{formatCount(one.markets).text}</Cell>
              <Told told={one.rated} all={one.markets} />
              <Figure value={formatRate(one.weighted)} leads />
              <Figure value={formatRate(one.median)} leads />
              <Figure value={formatUsd(one.deposits)} />
            </tr>
          ))}
        </FigureTable>
      )}
    </Section>
  );
}

function classText({ from, to }: SizeClass): string {
  if (from === undefined) return `under ${inWords(formatUsd(to, "round"))}`;
  return to === undefined
    ? `from ${inWords(formatUsd(from, "round"))}`
    : `${inWords(formatUsd(from, "round"))} to ${inWords(formatUsd(to, "round"))}`;
}

function summary(
  { markets, withoutDeposits, withoutRate }: SizedMarkets,
  scale: RateScale | undefined,
  all: number,
): string {
  const [least] = markets;
  const most = markets.at(-1);
  const missing = counts([
    [withoutDeposits, "without deposits"],
    [withoutRate, "without the rate"],
  ]);
  const left = missing === "" ? "" : ` Not drawn: ${missing}.`;
  if (least === undefined || most === undefined || scale === undefined)
    return `No market here has both a rate and deposits.${left}`;
  const beyond = beyondScale(scale);
  return [
    `${formatCount(markets.length).text} of ${countMarkets(all)}, from ${formatUsd(least.deposits).text} to ${formatUsd(most.deposits).text} of deposits, each step ten times the one before.`,
    left,
    beyond === "" ? "" : ` Drawn at the edge: ${beyond}.`,
  ].join("");
}
