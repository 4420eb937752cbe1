import { useMemo, type ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { figuresOf, groupColumn, Note, type Shown } from "./parts.tsx";
import { formatCount, formatShare, formatUsd, inWords } from "../../format/number.ts";
import {
  depositShares,
  groupFamilies,
  groupMarkets,
  type DepositShare,
} from "../../select/whole-list/overview.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";

/**
 * The parts of a bar, in order: hues that also differ in lightness, each with a readable text color. All others are one grey
 * part: several greys look alike.
 */
const looks = [
  "bg-s1 text-white dark:text-black",
  "bg-s2 text-black",
  "bg-s3 text-black",
  "bg-s4 text-white dark:text-black",
  "bg-control text-black",
] as const;
const restLook = "bg-track text-text";
const namedFrom = 0.08;

export function DepositShares({ rows, state }: Shown): ReactNode {
  const providers = useMemo(() => depositShares(groupMarkets(rows, state, "provider")), [rows, state]);
  const families = useMemo(() => depositShares(groupFamilies(rows, state)), [rows, state]);
  const unpublished = providers.reduce((sum, part) => sum + part.unpublished, 0);
  return (
    <Panel padded heading="Where the money is">
      <Note>
        {unpublished === rows.length
          ? "No market here tells its deposits."
          : `Deposits as each market reports them${unpublished === 0 ? "" : `; ${countMarkets(unpublished)} of ${formatCount(rows.length).text} report none`}. Vaults lend on, so sums count some of them twice.`}
      </Note>
      <div className="mt-3 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Shares heading="By provider" column="Provider" shares={providers} state={state} />
        <Shares heading="By asset family" column="Family" shares={families} state={state} />
      </div>
    </Panel>
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
  const drawn = useMemo(() => shares.slice(0, looks.length), [shares]);
  const columns = useMemo(() => columnsFor(column, state, drawn), [column, state, drawn]);
  const known = shares.map(({ group: { label }, share = 0 }, at) => ({
    name: label,
    title: `${label} ${inWords(formatShare(ratio(share)))}`,
    share,
    look: looks[at] ?? restLook,
  }));
  const rest = known.slice(looks.length).reduce((sum, { share }) => sum + share, 0);
  const others = {
    name: "Others",
    title: `All others ${inWords(formatShare(ratio(rest)))}`,
    share: rest,
    look: restLook,
  };
  const parts = [...known.slice(0, looks.length), others].filter(({ share }) => share > 0);
  return (
    <div className="min-w-0">
      <h3 className="text-small font-semibold text-text2">{heading}</h3>
      {parts.length > 0 ? (
        <div
          aria-hidden="true"
          className="mt-2 flex h-6 gap-px overflow-hidden rounded-item bg-surface forced-color-adjust-none"
        >
          {parts.map(({ name, title, share, look }) => (
            <span
              key={title}
              title={title}
              className={`flex h-full min-w-px flex-wrap justify-center overflow-hidden text-small leading-6 font-medium ${look}`}
              style={{ flexGrow: share, flexBasis: 0 }}
            >
              {/* A name wider than its part wraps out of sight: the table has it in full. */}
              <span className="h-full w-0" />
              <span className="whitespace-nowrap">{share >= namedFrom ? name : ""}</span>
            </span>
          ))}
        </div>
      ) : null}
      <div className="-mx-4 mt-2">
        <DataTable
          label={`Deposits ${heading.toLowerCase()}`}
          columns={columns}
          rows={shares}
          rowKey={({ group }) => group.key}
          cards="never"
          csv={{ fileName: `deposits-${heading.toLowerCase().replaceAll(" ", "-")}` }}
        />
      </div>
    </div>
  );
}

const figure = figuresOf<DepositShare>();

/** @param drawn the parts of the bar with a color of their own */
function columnsFor(header: string, state: ViewState, drawn: readonly DepositShare[]) {
  return [
    groupColumn<DepositShare>(header, state, ({ group }) => ({ ...group, count: group.rows.length }), {
      before: (part) => (
        <span
          aria-hidden="true"
          className={`size-2.5 shrink-0 rounded-[2px] forced-color-adjust-none ${looks[drawn.indexOf(part)] ?? restLook}`}
        />
      ),
    }),
    figure("Share", "fraction", ({ share }) => share, formatShare, "font-semibold"),
    figure("Deposits", "USD", ({ deposits }) => deposits, formatUsd),
    figure("Markets", "", ({ group }) => group.rows.length, formatCount),
    figure("Unknown", "markets", ({ unpublished }) => unpublished, formatCount),
  ];
}
