import { useMemo, type ReactNode } from "react";
import { formatAbout } from "../../../domain/format/money.ts";
import { countOf, formatUsdExact, inWords } from "../../../domain/format/number.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import { feesText, fixedLimitWords, reasonHelp, reasonText } from "../../portfolio/moves/move-words.ts";
import type { Move } from "../../portfolio/moves/moves.ts";
import { limitNames, moveLimits } from "../../portfolio/moves/move-limits.ts";
import { apyBases } from "../../list/toolbar/toolbar.tsx";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { useShowMore } from "../../ui/fields/show-more.tsx";
import { Note } from "../../ui/marks/note.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { Explained, tipProps } from "../../ui/overlay/tooltip.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { moveColumns } from "./moves-columns.tsx";
import { useMoveLimits, useMovesBasis } from "./portfolio-address.ts";
import { PositionName } from "./positions/position-parts.tsx";
import type { Portfolio } from "./use-portfolio.ts";

const maxShown = 5;

export function MovesPanel({
  rows,
  plan,
  prices,
  isComplete,
  areMarketsMissing,
  result,
}: Portfolio & { readonly result: Pick<MarketsResult, "error" | "retry"> }): ReactNode {
  const [basis, setBasis] = useMovesBasis();
  const [limits] = useMoveLimits();
  const columns = useMemo(() => moveColumns(basis), [basis]);
  const { moves, gain, networkFees } = plan;
  const shown = useMemo(
    () => moves.map((move, at) => ({ ...move, rank: at + 1, flag: flagOf(move, basis, prices) })),
    [moves, basis, prices],
  );
  const heading = !isComplete
    ? "Moves"
    : moves.length === 0
      ? "Nothing better right now"
      : `About ${inWords(formatAbout(gain))} more a year in ${countOf(moves.length, "move")}`;
  return (
    <Panel
      id="moves"
      heading={<span aria-live="polite">{heading}</span>}
      className="[&>header>h2]:text-title"
      // Not beside the short heading, from where the longer one would push it away.
      description={isComplete ? "Calculated together: each move allows for the others" : undefined}
      actions={<Segmented label="APY basis of moves" options={apyBases} value={basis} onChange={setBasis} />}
      error={
        <Problem
          size="line"
          title="Not all markets could be loaded, so the best moves are unknown"
          error={areMarketsMissing ? result.error : undefined}
          retry={result.retry}
        />
      }
      loading={
        !isComplete && !areMarketsMissing ? (
          // A large portfolio fills the list of moves.
          <output className={`block min-h-104 ${rows.length > 20 ? "" : "xl:min-h-96"}`}>
            Loading markets to compare with…
          </output>
        ) : undefined
      }
    >
      {areMarketsMissing ? null : (
        <>
          <Limits />
          {moves.length === 0 ? null : (
            <DataTable
              label="Moves"
              columns={columns}
              rows={shown}
              rowKey={({ key }) => key}
              first={maxShown}
              cards="narrow"
              csv="moves"
              settings={[
                ["APY basis", basis],
                ...limitNames.map((name) => [moveLimits[name].csv, limits[name]] as const),
              ]}
            />
          )}
          <KeptList {...plan} />
          <p className="border-t border-line px-4 py-2 text-small text-text3">
            Estimates use today's conservative rates
            {basis === "base" ? ", without the rewards of new markets" : ""}.
            {moves.length === 0 ? null : ` ${feesText(networkFees)}`}
          </p>
        </>
      )}
    </Panel>
  );
}

const chipClass =
  "inline-flex min-h-7 items-center gap-1 rounded-full border px-2.5 text-small pointer-coarse:min-h-11";

function Limits(): ReactNode {
  const [limits, setLimits] = useMoveLimits();
  return (
    <ul aria-label="Limits" className="flex flex-wrap gap-2 border-b border-line px-4 py-2.5">
      {limitNames.map((name) => {
        const { before, after, choices, format, help } = moveLimits[name];
        return (
          <li key={name}>
            <label className={`${chipClass} border-control`}>
              {before}
              <select
                {...tipProps(help)}
                value={limits[name]}
                onChange={({ target }) => setLimits({ ...limits, [name]: Number(target.value) })}
                className="field-sizing-content rounded-item bg-surface font-semibold text-accent pointer-coarse:h-10.5"
              >
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {format(choice)}
                  </option>
                ))}
              </select>
              {after}
            </label>
          </li>
        );
      })}
      {fixedLimitWords.map(({ text, help }) => (
        <li key={text}>
          <Explained help={help} className={`${chipClass} border-line2`}>
            {text}
          </Explained>
        </li>
      ))}
    </ul>
  );
}

const rewardIds: ReadonlySet<string> = new Set(["mostlyRewards", "rewards"]);

function flagOf({ to, loan, moved }: Move, basis: ApyBasis, prices: PeerPrices | undefined) {
  if (loan !== undefined) return undefined;
  const worst = assess(to, { side: "deposit", size: moved, basis, prices }).find(
    ({ id, tone }) => (tone === "bad" || tone === "warning") && !(basis === "base" && rewardIds.has(id)),
  );
  return worst && chip(worst);
}

function KeptList({ keeps }: Pick<Portfolio["plan"], "keeps">): ReactNode {
  const { shown, more } = useShowMore(keeps, maxShown, { list: "Keep" });
  if (keeps.length === 0) return null;
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="text-small font-semibold">Keep</h3>
      <ul aria-label="Keep" className="mt-1 grid gap-x-8 gap-y-2 md:grid-cols-2">
        {shown.map(({ key, row, amount, reason }) => (
          <li key={key} className="flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <PositionName row={row} size={22} />
            </span>
            <span className="max-w-[40%] shrink-0 text-right">
              <span {...tipProps("What stays of the position, at today's price.", false)}>
                <NumberText value={formatUsdExact(amount)} />
              </span>
              <Note>
                <Explained help={reasonHelp(reason)}>{reasonText(reason)}</Explained>
              </Note>
            </span>
          </li>
        ))}
      </ul>
      {more}
    </div>
  );
}
