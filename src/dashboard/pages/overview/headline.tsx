import { useMemo, type ReactNode } from "react";
import { countMarkets } from "../../../domain/format/count-markets.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatCount, formatRate, formatUsd, inWords } from "../../../domain/format/number.ts";
import { groupRates, isCollateralOnly, wholeGroup } from "../../select/whole-list/overview.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { weightedHelp, type ShownRates } from "./parts.tsx";

export function Headline({ rows, basis, rateLabel }: ShownRates): ReactNode {
  const [all] = useMemo(() => groupRates([wholeGroup(rows)], basis, () => false), [rows, basis]);
  const idle = useMemo(() => rows.filter(isCollateralOnly).length, [rows]);
  if (all === undefined) return null;
  const { weighted, median, deposits } = all;
  const notes = [
    deposits === undefined
      ? countMarkets(rows.length)
      : `${inWords(formatUsd(deposits))} in ${countMarkets(rows.length)}`,
    median === undefined ? undefined : `median market ${inWords(formatRate(median))}`,
    idle === 0 ? undefined : `${formatCount(idle).text} without borrowers excluded`,
  ];
  return (
    <dl aria-label="Headline">
      <Stat
        size="headline"
        label={`${rateLabel}, weighted by deposits`}
        help={weightedHelp}
        value={formatRate(weighted)}
        missing="Unknown"
        note={joinParts(notes, " · ")}
      />
    </dl>
  );
}
