import { useMemo, useState, type ReactNode } from "react";
import { ratio, type Ratio } from "../../../../contract/units.ts";
import { formatCount, formatUsdExact, inWords } from "../../../../domain/format/number.ts";
import { joinParts } from "../../../../domain/format/join-parts.ts";
import { claimGroups, claimHelp } from "../../../portfolio/claims.ts";
import { positionApy } from "../../../portfolio/totals.ts";
import { kindNames, nativeYieldNote, unknownText, withoutText } from "../../../portfolio/position-words.ts";
import { knownSum } from "../../../../finance/portfolio/net-worth.ts";
import { sectionsOf, type Section } from "../../../portfolio/sections.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Explained } from "../../../ui/overlay/tooltip.tsx";
import { useIsNarrow, useIsPhone } from "../../../ui/page/media-query.ts";
import type { Portfolio } from "../use-portfolio.ts";
import { ClaimAll, ClaimsList } from "./claims-list.tsx";
import { PositionsTable } from "./positions-table.tsx";
import { Predictions } from "./predictions-table.tsx";

const maxEntries = 20;
/** Limited because a card takes a third of a phone's screen. */
const maxCards = 10;

interface Part {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly help?: string;
  readonly actions?: ReactNode;
  readonly content: ReactNode;
}

export function PositionsPanel({ held, rows, loans, claims, predictions: lines }: Portfolio): ReactNode {
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const isSmall = phone || narrow;
  const first = isSmall ? maxCards : maxEntries;
  const maxRate = useMemo(() => ratio(Math.max(0, ...rows.map((row) => positionApy(row) ?? 0))), [rows]);
  const sections = useMemo(() => sectionsOf(rows, loans), [rows, loans]);
  const sectionParts = useMemo(
    () => (isSmall ? sections.map((section) => partOf(section, maxRate)) : []),
    [sections, maxRate, isSmall],
  );
  const groups = useMemo(() => claimGroups(claims), [claims]);
  const note = ["Earnings at today's rates", nativeYieldNote(rows) ?? []].flat().join("; ");
  const claimed = knownSum(claims.map(({ usd }) => usd));
  const closed = lines.filter(({ row }) => row === undefined).length;
  const reward: Part = {
    key: "reward",
    label: "Claimable rewards",
    count: claims.length,
    note: joinParts([inWords(formatUsdExact(claimed.sum), ""), unknownText(claimed.unknown)]),
    help: claimHelp,
    actions: <ClaimAll groups={groups} />,
    content: <ClaimsList groups={groups} variant={isSmall ? "card" : "row"} />,
  };
  const prediction: Part = {
    key: "prediction",
    label: kindNames.prediction,
    count: lines.length,
    note: closed === 0 ? "" : `${formatCount(closed).text} closed`,
    content: <Predictions held={held} lines={lines} first={first} />,
  };
  const parts = [reward, prediction].filter(({ count }) => count > 0);
  if (isSmall) return <Tabs note={note} parts={[...sectionParts, ...parts]} />;
  return (
    <>
      {sections.length === 0 ? null : (
        <Panel heading="Positions" description={note}>
          <PositionsTable label="Positions" sections={sections} maxRate={maxRate} first={first} />
        </Panel>
      )}
      {parts.map(({ key, label, count, note: text, help, actions, content }) => (
        <Panel
          key={key}
          heading={label}
          description={<Explained help={help}>{joinParts([formatCount(count).text, text], " · ")}</Explained>}
          actions={actions}
        >
          {content}
        </Panel>
      ))}
    </>
  );
}

function partOf(section: Section, maxRate: Ratio | undefined): Part {
  const { kind, label, count, value, perYear } = section;
  const worth = `${inWords(formatUsdExact(value.sum))}, ${inWords(formatUsdExact(perYear.sum))} per year`;
  return {
    key: kind,
    label,
    count,
    note: joinParts([worth, withoutText(perYear.unknown), unknownText(value.unknown)]),
    help: "What these positions are worth together, and what they earn or cost per year at today's rates.",
    content: <PositionsTable label={label} sections={[section]} maxRate={maxRate} first={maxCards} />,
  };
}

/** Shows one type at a time. All together would fill forty screens. */
function Tabs({ note, parts }: { readonly note: string; readonly parts: readonly Part[] }): ReactNode {
  const [chosen, setChosen] = useState("");
  const part = parts.find(({ key }) => key === chosen) ?? parts[0];
  if (part === undefined) return null;
  return (
    <Panel heading="Positions" description={note}>
      <div className="overflow-x-auto px-4 pt-3 [scrollbar-width:none]">
        <Segmented
          label="Type of position"
          className="whitespace-nowrap [&>*]:shrink-0"
          options={parts.map(({ key, label, count }) => ({
            value: key,
            label: `${label} ${formatCount(count).text}`,
          }))}
          value={part.key}
          onChange={setChosen}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2 text-text2 empty:hidden">
        {part.note === "" ? null : <Explained help={part.help}>{part.note}</Explained>}
        {part.actions}
      </div>
      <p className="hidden px-4 pb-2 print:block">
        Only {part.label.toLowerCase()} is printed. Share and export has all positions.
      </p>
      <div key={part.key}>{part.content}</div>
    </Panel>
  );
}
