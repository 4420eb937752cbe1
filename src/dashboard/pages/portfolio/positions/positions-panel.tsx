// All positions: a table by type where there is room, cards of one type at a time where there is not.
import { useMemo, useState, type ReactNode } from "react";
import type { PositionRow } from "../../../data/positions/position-row.ts";
import type { WalletPositions } from "../../../queries/positions.ts";
import { formatMoney } from "../../../format/money.ts";
import { formatCount, inWords } from "../../../format/number.ts";
import { claimGroups, type Claim } from "../../../portfolio/claims.ts";
import { kindNames } from "../../../portfolio/position-words.ts";
import { knownSum, predictionLines, profitsOf, type PredictionLine } from "../../../portfolio/predictions.ts";
import { sectionsOf, type Section } from "../../../portfolio/sections.ts";
import type { Loan } from "../../../portfolio/loans.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import { useIsNarrow, useIsPhone } from "../../../ui/page/media-query.ts";
import { ClaimAll, ClaimsList } from "./claims-list.tsx";
import { ownYieldNote } from "./own-yield-note.ts";
import { unknownText, type ListContext } from "./position-parts.tsx";
import { PositionsTable } from "./positions-table.tsx";
import { Predictions } from "./predictions-table.tsx";

/** Of one type, at first. A card is a third of a phone's screen. */
const mostEntries = 20;
const mostCards = 10;

interface PositionsPanelProps {
  readonly shown: readonly WalletPositions[];
  readonly rows: readonly PositionRow[];
  readonly loans: readonly Loan[];
  readonly claims: readonly Claim[];
  readonly context: ListContext;
}

export function PositionsPanel({ shown, rows, loans, claims, context }: PositionsPanelProps): ReactNode {
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const sections = useMemo(() => sectionsOf(rows, loans), [rows, loans]);
  const profits = profitsOf(shown);
  const groups = useMemo(() => claimGroups(claims), [claims]);
  const lines = predictionLines(rows, profits);
  const told = profits.filter((profit) => profit !== undefined);
  // Where positions are there and their profit is not, closed ones may be missing.
  const failed = shown.flatMap(({ name, rows: of, profitError, retry }) =>
    of === undefined || profitError === undefined ? [] : [{ name, error: profitError, retry }],
  );
  const predictions =
    lines.length > 0 || (failed.length > 0 && rows.some(({ kind }) => kind === "prediction")) ? (
      <Predictions lines={lines} context={context} failed={failed} cards={phone || narrow} told={told} />
    ) : null;
  const own = ownYieldNote(rows);
  const note = `earnings at today's rates${own === undefined ? "" : `; ${own}`}`;

  if (phone || narrow)
    return (
      <Cards
        note={note}
        parts={[
          ...sections.map((section) => ({
            key: section.kind,
            label: section.label,
            count: section.count,
            content: <SectionCards section={section} context={context} />,
          })),
          ...(claims.length === 0
            ? []
            : [
                {
                  key: "reward",
                  label: "Rewards",
                  count: claims.length,
                  content: (
                    <Box>
                      <div className="flex px-4 pt-2 *:flex-1 empty:hidden">
                        <ClaimAll groups={groups} context={context} />
                      </div>
                      <ClaimsList groups={groups} context={context} variant="card" />
                    </Box>
                  ),
                },
              ]),
          ...(predictions === null
            ? []
            : [
                {
                  key: "prediction",
                  label: kindNames.prediction,
                  count: lines.length,
                  content: <Box>{predictions}</Box>,
                },
              ]),
        ]}
      />
    );
  return (
    <Panel heading="Positions" description={note} actions={<Legend />}>
      {sections.length === 0 ? null : (
        <PositionsTable label="Positions" sections={sections} context={context} first={mostEntries} />
      )}
      {claims.length === 0 ? null : (
        <>
          <Band
            label={kindNames.reward}
            count={claims.length}
            claims={claims}
            tools={<ClaimAll groups={groups} context={context} />}
          />
          <ClaimsList groups={groups} context={context} variant="row" />
        </>
      )}
      {predictions === null ? null : (
        <>
          <Band label={kindNames.prediction} count={lines.length} note={closedText(lines)} />
          {predictions}
        </>
      )}
    </Panel>
  );
}

function closedText(lines: readonly PredictionLine[]): string {
  const closed = lines.filter(({ row }) => row === undefined).length;
  return closed === 0 ? "" : `${formatCount(closed).text} closed`;
}

function Band({
  label,
  count,
  claims,
  note = "",
  tools = null,
}: {
  readonly label: string;
  readonly count: number;
  readonly claims?: readonly Claim[];
  readonly note?: string;
  readonly tools?: ReactNode;
}): ReactNode {
  const { sum, unknown } = knownSum((claims ?? []).map(({ usd }) => usd));
  return (
    <div className="flex min-h-9 items-center justify-between gap-2 border-y border-line bg-canvas px-4 py-1">
      <h3 className="flex items-center gap-2 font-semibold">
        {label}
        <span className="font-normal text-text2">{formatCount(count).text}</span>
        {sum === undefined ? null : <NumberText value={formatMoney(sum)} className="font-medium" />}
        <span className="text-small font-normal text-text2">
          {[note, unknownText(unknown)].filter((part) => part !== "").join(", ")}
        </span>
      </h3>
      {tools}
    </div>
  );
}

function SectionCards({
  section,
  context,
}: {
  readonly section: Section;
  readonly context: ListContext;
}): ReactNode {
  const { label, value, perYear } = section;
  const sections = useMemo(() => [section], [section]);
  return (
    <>
      <p className="mb-3 text-text2">
        {inWords(formatMoney(value.sum))} in {label}, {inWords(formatMoney(perYear.sum), "nothing known")} a
        year {unknownText(value.unknown)}
      </p>
      <Box>
        <PositionsTable label={label} sections={sections} context={context} first={mostCards} />
      </Box>
    </>
  );
}

function Box({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="rounded-panel border border-line2 bg-surface py-1">{children}</div>;
}

/** What the colours of the bars are. */
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

interface Part {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly content: ReactNode;
}

/** One type at a time: all of them would be a page of forty screens. */
function Cards({ note, parts }: { readonly note: string; readonly parts: readonly Part[] }): ReactNode {
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const part = parts.find(({ key }) => key === chosen) ?? parts[0];
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
        className="mt-1 flex gap-1 overflow-x-auto border-b border-line2 [scrollbar-width:none]"
      >
        {parts.map(({ key, label, count }) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === part?.key}
            onClick={() => setChosen(key)}
            className={classNames(
              "min-h-11 shrink-0 border-b-2 px-2.5 font-medium whitespace-nowrap -outline-offset-2",
              key === part?.key ? "border-accent text-text" : "border-transparent text-text2",
            )}
          >
            {label} <span className="font-normal text-text2">{formatCount(count).text}</span>
          </button>
        ))}
      </div>
      <div className="mt-3">{part?.content}</div>
    </section>
  );
}
