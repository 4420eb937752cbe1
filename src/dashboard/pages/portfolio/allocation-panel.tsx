// Where the money is, put together by token, provider or type: what is held, what is owed, and what is left.
import { Gift, Scale } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { usd, type Usd } from "../../../contract/units.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { countOf, formatUsd, formatUsdExact, type Formatted } from "../../format/number.ts";
import { allocationOf, allOf, type AllocationBy } from "../../portfolio/allocation.ts";
import type { Claim } from "../../portfolio/claims.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Disc } from "../../ui/marks/disc.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";

const options = [
  { value: "token", label: "Token" },
  { value: "provider", label: "Provider" },
  { value: "type", label: "Type" },
] as const;

const headClass = "h-8 border-b border-line px-1.5 font-medium first:pl-4 last:pr-4 md:px-2";
const cellClass = "h-9 border-b border-line px-1.5 whitespace-nowrap first:pl-4 last:pr-4 md:px-2";

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
  const all = allOf(shares);
  const largest = Math.max(...shares.map(({ worth }) => worth.assets), 0);
  const phone = useIsPhone();
  const shown = (value: Usd | undefined): Formatted | undefined =>
    value === undefined || value === 0
      ? undefined
      : phone || largest >= 1e6
        ? formatUsd(value)
        : formatUsdExact(value);
  const name = options.find(({ value }) => value === by)?.label ?? by;
  const unknown = shares.reduce((sum, { worth }) => sum + worth.unknown, 0);
  return (
    <Panel
      heading="Allocation"
      actions={<Segmented label="Allocation by" options={options} value={by} onChange={onBy} />}
    >
      {/* What scrolls must be reachable, or no key could scroll it. */}
      <section
        aria-label="Allocation, figures"
        tabIndex={0}
        className="max-h-[25rem] overflow-auto [scrollbar-width:thin]"
      >
        <table aria-label="Allocation" className="w-full border-separate border-spacing-0 text-right">
          <thead className="sticky top-0 z-10 bg-surface text-small text-text2">
            <tr>
              <th scope="col" className={`${headClass} text-left`}>
                {name}
              </th>
              <th scope="col" className={headClass}>
                Assets
              </th>
              <th scope="col" className={headClass}>
                Owed
              </th>
              <th scope="col" className={headClass}>
                Net
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ key, label, face, worth }) => (
              <tr key={key} className="hover:bg-hover">
                <th scope="row" className={`${cellClass} text-left font-medium`}>
                  <span className="flex items-center gap-2">
                    {face === undefined ? <KindSign of={key} /> : <Disc face={face} size={18} />}
                    <span className="max-w-22 truncate min-[420px]:max-w-40" title={label}>
                      {label}
                    </span>
                    <span className="ml-auto pl-2 max-lg:hidden xl:max-2xl:hidden">
                      <Meter share={largest === 0 ? 0 : worth.assets / largest} />
                    </span>
                  </span>
                </th>
                <td className={cellClass}>
                  <NumberText value={shown(worth.assets)} />
                </td>
                <td className={cellClass}>
                  <NumberText value={shown(usd(0 - worth.debts))} />
                </td>
                <td className={cellClass}>
                  <NumberText value={shown(worth.net)} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot className="sticky bottom-0 bg-surface font-semibold">
            <tr>
              <th scope="row" className={`${cellClass} border-b-0 text-left`}>
                All
              </th>
              <td className={`${cellClass} border-b-0`}>
                <NumberText value={shown(all.assets)} />
              </td>
              <td className={`${cellClass} border-b-0`}>
                <NumberText value={shown(usd(0 - (all.debts ?? 0)))} />
              </td>
              <td className={`${cellClass} border-b-0`}>
                <NumberText value={shown(all.net)} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      {unknown === 0 ? null : (
        <p className="border-t border-line px-4 py-2 text-small text-text3">
          {countOf(unknown, "position")} without a USD value {unknown === 1 ? "is" : "are"} in none of these.
        </p>
      )}
    </Panel>
  );
}

/** A sign for what is no token; the words beside it say what it is. */
function KindSign({ of }: { readonly of: string }): ReactNode {
  const Sign = of === "reward" ? Gift : of === "prediction" ? Scale : undefined;
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-[18px] shrink-0 items-center justify-center text-text2"
    >
      {Sign === undefined ? null : <Sign className="size-3.5" />}
    </span>
  );
}
