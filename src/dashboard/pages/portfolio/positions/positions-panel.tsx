import { useMemo, useState, type ReactNode } from "react";
import { ratio, type Ratio } from "../../../../contract/units.ts";
import type { WalletPositions } from "../../../queries/positions.ts";
import { formatCount, formatUsdExact, inWords, formatAmount } from "../../../../domain/format/number.ts";
import { joinParts } from "../../../../domain/format/join-parts.ts";
import { claimGroups, claimHelp, type ClaimGroup } from "../../../portfolio/claims.ts";
import { positionApy } from "../../../portfolio/totals.ts";
import { kindNames, unknownText, positionName } from "../../../portfolio/position-words.ts";
import { knownSum } from "../../../../finance/portfolio/net-worth.ts";
import { sectionsOf, type Section } from "../../../portfolio/sections.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Explained, useHelp } from "../../../ui/overlay/tooltip.tsx";
import { useIsNarrow, useIsPhone } from "../../../ui/page/media-query.ts";
import type { Portfolio } from "../use-portfolio.ts";
import { nativeYieldNote } from "../../../portfolio/own-yield-note.ts";
import { PositionsTable } from "./positions-table.tsx";
import { Predictions } from "./predictions-table.tsx";
import { Check } from "lucide-react";
import { MarketActions } from "../../../actions/action-buttons.tsx";
import { formatMoney } from "../../../../domain/format/money.ts";
import { tokenFace } from "../../../../domain/market/market-text.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { MarketIcon } from "../../../ui/marks/market-icon.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { WalletMark } from "../wallet-bar.tsx";

const mostEntries = 20;
/** Limited because a card takes a third of a phone's screen. */
const mostCards = 10;

interface Part {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly note: string;
  readonly help?: string;
  readonly actions?: ReactNode;
  readonly content: ReactNode;
}

export function PositionsPanel({
  shown,
  rows,
  loans,
  claims,
  predictions: lines,
}: Portfolio & { readonly shown: readonly WalletPositions[] }): ReactNode {
  const phone = useIsPhone();
  const narrow = useIsNarrow();
  const isSmall = phone || narrow;
  const first = isSmall ? mostCards : mostEntries;
  const greatest = useMemo(() => ratio(Math.max(0, ...rows.map((row) => positionApy(row) ?? 0))), [rows]);
  const sections = useMemo(() => sectionsOf(rows, loans), [rows, loans]);
  const sectionParts = useMemo(
    () => (isSmall ? sections.map((section) => partOf(section, greatest)) : []),
    [sections, greatest, isSmall],
  );
  const groups = useMemo(() => claimGroups(claims), [claims]);
  const note = ["Earnings at today's rates", nativeYieldNote(rows) ?? []].flat().join("; ");
  const claimed = knownSum(claims.map(({ usd }) => usd));
  const closed = lines.filter(({ row }) => row === undefined).length;
  const reward: Part = {
    key: "reward",
    label: kindNames.reward,
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
    content: <Predictions shown={shown} lines={lines} first={first} />,
  };
  const parts = [reward, prediction].filter(({ count }) => count > 0);
  if (isSmall) return <Tabs note={note} parts={[...sectionParts, ...parts]} />;
  return (
    <>
      {sections.length === 0 ? null : (
        <Panel heading="Positions" description={note}>
          <PositionsTable label="Positions" sections={sections} greatest={greatest} first={first} />
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

function partOf(section: Section, greatest: Ratio | undefined): Part {
  const { kind, label, count, value, perYear } = section;
  const worth = `${inWords(formatUsdExact(value.sum))}, ${inWords(formatUsdExact(perYear.sum))} per year`;
  return {
    key: kind,
    label,
    count,
    note: joinParts([worth, unknownText(value.unknown)]),
    help: "What these positions are worth together, and what they earn or cost per year at today's rates.",
    content: <PositionsTable label={label} sections={[section]} greatest={greatest} first={mostCards} />,
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
      <div key={part.key}>{part.content}</div>
    </Panel>
  );
}

interface ClaimsProps {
  readonly groups: readonly ClaimGroup[];
  readonly variant: "row" | "card";
}

function ClaimsList({ groups, variant }: ClaimsProps): ReactNode {
  return (
    <ul aria-label="Rewards to claim" className="grid grid-cols-1 gap-x-6 md:grid-cols-2 xl:grid-cols-3">
      {groups.map((group) => (
        <ClaimItem key={group.key} group={group} variant={variant} className="px-4 py-2" />
      ))}
    </ul>
  );
}

function ClaimItem({
  group: { claims, row, wallet, actionRow },
  variant,
  className,
  opened = false,
  onOpen,
}: Omit<ClaimsProps, "groups"> & {
  readonly group: ClaimGroup;
  readonly className: string;
  readonly opened?: boolean;
  readonly onOpen?: () => void;
}): ReactNode {
  const [first] = claims;
  // Not a tab stop, because the sum in the heading is one with the same help.
  const [help, tooltip] = useHelp(claimHelp, false);
  return (
    <li className={`flex min-w-0 flex-wrap items-center gap-2.5 ${className}`}>
      <MarketIcon
        face={
          first?.token === undefined
            ? { letter: "?", seed: first?.key ?? row.key, image: undefined }
            : tokenFace(first.token)
        }
        size={26}
      />
      <div className="min-w-0 flex-1 basis-40">
        {claims.map(({ key, amount, token, usd }) => (
          <p key={key} {...help}>
            <span className="font-semibold">
              {inWords(formatAmount(amount, token?.symbol ?? ""), "Unknown amount")}
            </span>{" "}
            <span className="text-text2">{inWords(formatMoney(usd), "no USD value")}</span>
          </p>
        ))}
        {tooltip}
        <p className="truncate text-tiny text-text2" title={positionName(row)}>
          <WalletMark wallet={wallet} /> {row.kind === "reward" ? row.market.providerName : positionName(row)}
        </p>
      </div>
      {opened ? (
        <span className="flex items-center gap-1 text-small text-text2">
          <Check className="size-3.5" />
          opened
        </span>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- notices that the link inside was followed, with any input device */}
      <div
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a") !== null) onOpen?.();
        }}
      >
        <MarketActions row={actionRow} variant={variant} wanted={["claimRewards"]} />
      </div>
    </li>
  );
}

function ClaimAll({ groups }: Pick<ClaimsProps, "groups">): ReactNode {
  const [open, setOpen] = useState(false);
  // Kept when the dialog closes, so that it reopens at the same place.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const phone = useIsPhone();
  if (groups.length < 2) return null;
  const { sum, unknown } = knownSum(groups.flatMap(({ claims }) => claims.map(({ usd }) => usd)));
  const done = groups.filter(({ key }) => opened.has(key)).length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Claim all {formatCount(groups.length).text}</Button>
      {open ? (
        <Dialog
          title="Claim all"
          aside={
            <Explained help={claimHelp} className="text-text2">
              <NumberText value={formatMoney(sum)} className="font-semibold text-text" />{" "}
              {unknownText(unknown)}
            </Explained>
          }
          shape={phone ? "sheet" : "dialog"}
          onClose={() => setOpen(false)}
        >
          <p className="text-text2">
            Each link claims the rewards of one position, at its provider and with your wallet. Nothing is
            signed or sent here. {formatCount(done).text} of {formatCount(groups.length).text} opened.
          </p>
          <ul aria-label="Claims" className="mt-2 flex flex-col">
            {groups.map((group) => (
              <ClaimItem
                key={group.key}
                group={group}
                variant={phone ? "card" : "row"}
                className="border-t border-line py-2.5"
                opened={opened.has(group.key)}
                onOpen={() => setOpened(new Set([...opened, group.key]))}
              />
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
