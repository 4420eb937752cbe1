// Whose deposits are how large a part of all: a bar in parts, and the same in figures.
import { useMemo, type ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { Cell, Figure, FigureTable, LineHead, lineClass, Note, Section, type Shown } from "./parts.tsx";
import { formatCount, formatShare, formatUsd, inWords } from "../../format/number.ts";
import {
  depositShares,
  groupFamilies,
  groupMarkets,
  type DepositShare,
} from "../../select/whole-list/overview.ts";
import type { ViewState } from "../../view-state/view-state.ts";

/** The part looks of a bar, in order: hues that differ in lightness too, then greys. The parts stand in the table's order. */
const looks = ["bg-s1", "bg-s2", "bg-s3", "bg-s4", "bg-control", "bg-text3", "bg-line2", "bg-badge"] as const;
const restLook = "bg-track";

export function WhereMoneyIs({ rows, state }: Shown): ReactNode {
  const providers = useMemo(() => depositShares(groupMarkets(rows, state, "provider")), [rows, state]);
  const families = useMemo(() => depositShares(groupFamilies(rows, state)), [rows, state]);
  const untold = providers.reduce((sum, part) => sum + part.untold, 0);
  return (
    <Section id="overview-money" heading="Where the money is">
      <Note>
        {untold === rows.length
          ? "No market here tells its deposits."
          : `Deposits of the ${formatCount(rows.length - untold).text} of ${countMarkets(rows.length)} that tell them. ${untold === 0 ? "" : "The others are in no part."}`}
      </Note>
      <div className="mt-3 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Shares heading="By provider" column="Provider" shares={providers} state={state} />
        <Shares heading="By asset family" column="Family" shares={families} state={state} />
      </div>
    </Section>
  );
}

function Shares({
  heading,
  column,
  shares,
  state,
}: {
  readonly heading: string;
  readonly column: string;
  readonly shares: readonly DepositShare[];
  readonly state: ViewState;
}): ReactNode {
  const drawn = shares.slice(0, looks.length);
  const rest = shares.slice(looks.length).reduce((sum, { share }) => sum + (share ?? 0), 0);
  return (
    <div className="min-w-0">
      <h3 className="text-small font-semibold text-text2">{heading}</h3>
      {shares.some(({ share }) => share !== undefined) ? (
        <div
          aria-hidden="true"
          className="mt-2 flex h-6 gap-px overflow-hidden rounded-item bg-surface forced-color-adjust-none"
        >
          {drawn.map(({ group, share }, at) =>
            share === undefined || share === 0 ? null : (
              <Part
                key={group.key}
                share={share}
                look={looks[at] ?? restLook}
                title={`${group.label} ${formatShare(share).text}`}
              />
            ),
          )}
          {rest > 0 ? (
            <Part share={rest} look={restLook} title={`All others ${inWords(formatShare(ratio(rest)))}`} />
          ) : null}
        </div>
      ) : null}
      <FigureTable
        label={`Deposits ${heading.toLowerCase()}`}
        head={[column, "Share", "Deposits", "Markets", "Not told"]}
      >
        {shares.map(({ group, share, deposits, untold }, at) => (
          <tr key={group.key} className={lineClass}>
            <LineHead
              group={group}
              count={group.rows.length}
              state={state}
              before={
                <span
                  aria-hidden="true"
                  className={`size-2.5 shrink-0 rounded-[2px] forced-color-adjust-none ${looks[at] ?? restLook}`}
                />
              }
            />
            <Figure value={formatShare(share)} leads />
            <Figure value={formatUsd(deposits)} />
            <Cell>{formatCount(group.rows.length).text}</Cell>
            <Cell className={untold === 0 ? "text-text3" : ""}>{formatCount(untold).text}</Cell>
          </tr>
        ))}
      </FigureTable>
    </div>
  );
}

function Part({
  share,
  look,
  title,
}: {
  readonly share: number;
  readonly look: string;
  readonly title: string;
}): ReactNode {
  return (
    <span title={title} className={`h-full min-w-px ${look}`} style={{ flexGrow: share, flexBasis: 0 }} />
  );
}
