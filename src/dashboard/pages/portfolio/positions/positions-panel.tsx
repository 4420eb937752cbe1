import { useMemo, useState, type ReactNode } from "react";
import type { PositionRow } from "../../../data/positions/position-row.ts";
import type { WalletPositions } from "../../../queries/positions.ts";
import { formatMoney } from "../../../format/money.ts";
import { formatCount, inWords } from "../../../format/number.ts";
import { claimGroups, type Claim } from "../../../portfolio/claims.ts";
import { kindNames } from "../../../portfolio/position-words.ts";
import { knownSum, predictionLines, profitsOf } from "../../../portfolio/predictions.ts";
import { sectionsOf, type Section } from "../../../portfolio/sections.ts";
import type { Loan } from "../../../portfolio/loans.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import { useIsNarrow, useIsPhone } from "../../../ui/page/media-query.ts";
import { ClaimAll, ClaimsList } from "./claims-list.tsx";
import { nativeYieldNote } from "./own-yield-note.ts";
import { unknownText, type ListContext } from "./position-parts.tsx";
import { PositionsTable } from "./positions-table.tsx";
import { Predictions } from "./predictions-table.tsx";

const mostEntries = 20;
/** A card is a third of a phone's screen. */
const mostCards = 10;

interface Part {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly actions?: ReactNode;
  readonly content: ReactNode;
}

export function PositionsPanel({
  shown,
  rows,
  loans,
  claims,
  context,
}: {
  readonly shown: readonly WalletPositions[];
  readonly rows: readonly PositionRow[];
  readonly loans: readonly Loan[];
  readonly claims: readonly Claim[];
  readonly context: ListContext;
}): ReactNode {
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const isSmall = phone || narrow;
  const first = isSmall ? mostCards : mostEntries;
  const sections = useMemo(() => sectionsOf(rows, loans), [rows, loans]);
  const sectionParts = useMemo(
    () => (isSmall ? sections.map((section) => partOf(section, context)) : []),
    [sections, context, isSmall],
  );
  const lines = useMemo(() => predictionLines(rows, profitsOf(shown)), [rows, shown]);
  const groups = useMemo(() => claimGroups(claims), [claims]);
  const note = ["Earnings at today's rates", nativeYieldNote(rows) ?? []].flat().join("; ");
  const parts: Part[] = [];
  if (claims.length > 0) {
    const { sum, unknown } = knownSum(claims.map(({ usd }) => usd));
    parts.push({
      key: "reward",
      label: kindNames.reward,
      count: claims.length,
      note: [inWords(formatMoney(sum), ""), unknownText(unknown)].filter(Boolean).join(", "),
      actions: <ClaimAll groups={groups} context={context} />,
      content: <ClaimsList groups={groups} context={context} variant={isSmall ? "card" : "row"} />,
    });
  }
  if (lines.length > 0) {
    const closed = lines.filter(({ row }) => row === undefined).length;
    parts.push({
      key: "prediction",
      label: kindNames.prediction,
      count: lines.length,
      note: closed === 0 ? "" : `${formatCount(closed).text} closed`,
      content: <Predictions shown={shown} lines={lines} context={context} first={first} />,
    });
  }
  if (isSmall) return <Tabs note={note} parts={[...sectionParts, ...parts]} />;
  return (
    <>
      {sections.length === 0 ? null : (
        <Panel heading="Positions" description={note} actions={<Legend />}>
          <PositionsTable label="Positions" sections={sections} context={context} first={first} />
        </Panel>
      )}
      {parts.map(({ key, label, count, note: text, actions, content }) => (
        <Panel
          key={key}
          heading={label}
          description={[formatCount(count).text, text].filter((part) => part !== "").join(" · ")}
          actions={actions}
        >
          {content}
        </Panel>
      ))}
    </>
  );
}

function partOf(section: Section, context: ListContext): Part {
  const { kind, label, count, value, perYear } = section;
  const worth = `${inWords(formatMoney(value.sum))}, ${inWords(formatMoney(perYear.sum), "unknown")} per year`;
  return {
    key: kind,
    label,
    count,
    note: [worth, unknownText(value.unknown)].filter((part) => part !== "").join(", "),
    content: <PositionsTable label={label} sections={[section]} context={context} first={mostCards} />,
  };
}

function Legend(): ReactNode {
  return (
    <ul className="flex flex-wrap gap-x-4 text-small text-text2 max-xl:hidden">
      {(
        [
          ["bg-base", "Base"],
          ["bg-reward", "Rewards"],
          ["bg-control", "Cost or net"],
        ] as const
      ).map(([colour, name]) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`h-1 w-3 rounded-full forced-color-adjust-none ${colour}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** One type at a time: together they would fill forty screens. */
function Tabs({ note, parts }: { readonly note: string; readonly parts: readonly Part[] }): ReactNode {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const part = parts.find(({ key }) => key === chosen) ?? parts[0];
  if (part === undefined) return null;
  return (
    <section aria-labelledby="positions-heading">
      <h2 id="positions-heading" className="font-semibold">
        Positions
      </h2>
      <p className="text-small text-text2">{note}</p>
      <div
        // A fieldset cannot be laid out in one line everywhere.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label="Type of position"
        className="mt-1 mb-3 flex gap-1 overflow-x-auto border-b border-line2 [scrollbar-width:none]"
      >
        {parts.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === part.key}
            onClick={() => setChosen(key)}
            className={classNames(
              "min-h-11 shrink-0 border-b-2 px-2.5 font-medium whitespace-nowrap -outline-offset-2",
              key === part.key ? "border-accent text-text" : "border-transparent text-text2",
            )}
          >
            {label} <span className="font-normal text-text2">{formatCount(count).text}</span>
          </button>
        ))}
      </div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2 text-text2 empty:hidden">
        {part.note}
        {part.actions}
      </div>
      <div key={part.key} className="rounded-panel border border-line2 bg-surface py-1">
        {part.content}
      </div>
    </section>
  );
}
