import { Bell } from "lucide-react";
import type { ReactNode } from "react";
import type { Ratio } from "../../../../contract/units.ts";
import { MarketActions } from "../../../actions/action-buttons.tsx";
import { openAlertForm } from "../../../data/alerts/alert-draft.ts";
import type { PositionRow } from "../../../../domain/position/position-row.ts";
import { formatHealth } from "../../../../domain/format/money.ts";
import { joinParts } from "../../../../domain/format/join-parts.ts";
import {
  formatAmount,
  formatMultiple,
  formatRate,
  formatShare,
  inWords,
} from "../../../../domain/format/number.ts";
import { formatUntil } from "../../../../domain/format/time.ts";
import { useOpenedAt } from "../../../queries/configuration.ts";
import { rateBar } from "../../../list/rate-bar.tsx";
import { NameLine } from "../../../market-name/market-name.tsx";
import { toMarketIcons, toTokenIcon } from "../../../../domain/market/market-text.ts";
import { rewardApy } from "../../../../domain/market/row-values.ts";
import { flags } from "../../../../domain/market/assess/assess.ts";
import type { AssessContext } from "../../../../domain/market/assess/assessment.ts";
import { blockedBy } from "../../../../domain/market/assess/capacity.ts";
import { chip } from "../../../../domain/market/assess/words.ts";
import type { Drop, Loan } from "../../../portfolio/loans.ts";
import {
  limitText,
  loanDraft,
  positionAction,
  positionLabel,
  positionLocation,
  quotedText,
} from "../../../portfolio/position-words.ts";
import { positionApy } from "../../../portfolio/totals.ts";
import { IconButton } from "../../../ui/fields/button.tsx";
import { FactLine } from "../../../ui/marks/fact-chips.tsx";
import { Meter } from "../../../ui/marks/meter.tsx";
import { Note } from "../../../ui/marks/note.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { NonBreakingFigures } from "../../../ui/marks/truncated-line.tsx";
import { triangle } from "../../../ui/marks/inline-icons.tsx";
import { hrefTo, marketHref, useSharedParameters } from "../../../view-state/address.ts";
import { WalletMark } from "../wallet-bar.tsx";

/** How the market is judged for someone who is in it already. */
function heldContext({ side }: PositionRow): AssessContext {
  return { size: undefined, basis: "total", side: side === "borrow" ? "borrow" : "deposit" };
}

interface PositionNameProps {
  readonly row: PositionRow;
  /** Replaces the token's name and what the position does. */
  readonly name?: string;
  readonly size?: number;
  readonly hasFlag?: boolean;
}

export function PositionName({ row, name, size, hasFlag = false }: PositionNameProps): ReactNode {
  const search = useSharedParameters();
  const now = useOpenedAt();
  const icons = toMarketIcons(row.market);
  const icon = row.token === undefined || row.kind === "loop" ? icons.icon : toTokenIcon(row.token);
  // What speaks against the market, as in the lists.
  const [flag] = hasFlag && row.marketKnown ? flags(row.market, heldContext(row)) : [];
  const pending = row.pending.map(({ amount, freeAt }) => {
    const text = inWords(formatAmount(amount, row.token?.symbol ?? ""));
    if (freeAt === undefined) return `${text} being withdrawn`;
    return freeAt <= now ? `${text} withdrawable` : `${text} unlocks ${formatUntil(freeAt, now)}`;
  });
  return (
    <NameLine
      icons={{ ...icons, icon, second: row.kind === "loop" ? icons.second : undefined }}
      {...(size === undefined ? {} : { size })}
      name={name ?? positionLabel(row)}
      word={
        name === undefined ? joinParts([positionAction(row), formatMultiple(row.leverage)?.text], " ") : ""
      }
      place={positionLocation(row)}
      href={
        row.marketId === undefined || !row.marketKnown ? undefined : hrefTo(marketHref(row.marketId), search)
      }
      below={
        <>
          {pending.length === 0 ? null : (
            <Note className="block whitespace-normal">
              <NonBreakingFigures text={pending.join(" · ")} />
            </Note>
          )}
          {flag?.tone === "bad" || flag?.tone === "warning" ? (
            <FactLine {...chip(flag)} figure={undefined} />
          ) : null}
        </>
      }
    >
      <WalletMark wallet={row.wallet} />
    </NameLine>
  );
}

function Unknown({ what = "unknown" }: { readonly what?: string }): ReactNode {
  return <span className="block text-small text-text3">{what}</span>;
}

interface PositionRateProps {
  readonly row: PositionRow;
  readonly maxRate: Ratio | undefined;
  readonly hasBar: boolean;
}

/** For deposits the bar shows base and rewards; for borrow and net rates it is gray. */
export function PositionRate({ row, maxRate, hasBar }: PositionRateProps): ReactNode {
  const total = positionApy(row);
  const quoted = quotedText(row);
  const parts =
    row.side === "borrow" || row.kind === "loop"
      ? { total, base: undefined, rewards: [] }
      : { total, base: row.market.baseDepositApy, rewards: [rewardApy(row.market)] };
  return (
    <>
      <span className="block">
        <span className="inline-flex items-center gap-2">
          {total === undefined ? (
            <Unknown />
          ) : (
            <NumberText value={formatRate(total)} className="font-semibold" />
          )}
          {hasBar ? <span className="w-[66px] max-[1439.98px]:hidden">{rateBar(parts, maxRate)}</span> : null}
        </span>
      </span>
      <Note className="inline-block text-pretty whitespace-normal max-xl:max-w-26">
        {quoted === undefined ? null : <NonBreakingFigures text={quoted} />}
      </Note>
    </>
  );
}

export function LoanHealth({ loan }: { readonly loan: Loan }): ReactNode {
  const { ltv, liquidationLtv, maxLtv, health, isNear } = loan;
  if (ltv === undefined) return <Unknown what="LTV unknown" />;
  const draft = loanDraft(loan);
  return (
    <span className="block min-w-0">
      <span className="flex flex-col-reverse gap-1 min-[1440px]:flex-row min-[1440px]:items-center min-[1440px]:gap-2">
        <Meter
          share={ltv / (liquidationLtv ?? 1)}
          danger={isNear}
          marks={[
            { at: maxLtv && maxLtv / (liquidationLtv ?? 1), className: "-top-[3px] h-2.5 w-px bg-text" },
          ]}
          className="h-1 shrink-0 min-[1440px]:w-16"
        />
        <span className="whitespace-nowrap max-[360px]:whitespace-normal">
          <NumberText value={formatShare(ltv)} className="font-semibold" />
          {liquidationLtv === undefined ? null : (
            <span className="text-text2"> of {inWords(formatShare(liquidationLtv))}</span>
          )}
          {draft === undefined ? null : (
            <IconButton
              label={`New alert rule for ${draft.target.name}`}
              title="New alert rule"
              className="-my-1.5 ml-1 align-middle"
              icon={<Bell />}
              onClick={() => openAlertForm(draft)}
            />
          )}
        </span>
      </span>
      <Note className="mt-1 block text-balance max-xl:max-w-40 xl:whitespace-nowrap min-[1440px]:mt-0">
        {health === undefined ? "Health unknown" : `Health ${formatHealth(health).text}`}
        {maxLtv === undefined ? "" : `, max LTV ${inWords(formatShare(maxLtv))}`}
      </Note>
    </span>
  );
}

export function LoanDrop({ drop }: { readonly drop: Drop }): ReactNode {
  const { fall, rise, endsBy, debtMoves, price, health, isNear } = drop;
  const [sign, move] = endsBy === "rise" ? (["+", rise] as const) : (["−", fall] as const);
  return (
    <>
      {move === undefined ? (
        <Unknown />
      ) : (
        <span className={`block font-semibold ${isNear ? "text-danger" : ""}`}>
          {isNear ? triangle : null}
          {health !== undefined && health < 1 ? (
            "can be liquidated now"
          ) : (
            <>
              {sign}
              <NumberText value={formatShare(move)} />
            </>
          )}
        </span>
      )}
      <Note className="inline-block max-xl:max-w-40 max-xl:whitespace-normal">
        {price && limitText(price)}
      </Note>
      <Note>
        {endsBy === "fall" && debtMoves && rise !== undefined && rise > 0
          ? `or its debt +${inWords(formatShare(rise))}`
          : undefined}
      </Note>
    </>
  );
}

const debtActions = ["repay", "borrow", "repayWithCollateral"];
const depositActions = ["deposit", "withdraw", "withdrawComplete", "closePosition", "setup"];

interface PositionActionsProps {
  readonly row: PositionRow;
  readonly variant: "row" | "card";
  readonly amongOthers?: boolean;
}

/** What a market does not take is only in the menu, as on the market's own page. */
export function PositionActions({ row, variant, amongOthers = false }: PositionActionsProps): ReactNode {
  const { actionRow, token } = row;
  const context = heldContext(row);
  const { side } = context;
  const isBlocked = row.marketKnown && blockedBy(row.market, context) !== undefined;
  const actions = side === "borrow" ? debtActions : depositActions;
  return (
    <MarketActions
      row={actionRow}
      variant={variant}
      of={amongOthers ? token?.symbol : undefined}
      wanted={isBlocked ? actions.filter((key) => key !== side) : actions}
    />
  );
}
