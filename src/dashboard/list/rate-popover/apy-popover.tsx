import { type MouseEvent, type ReactNode } from "react";
import { useDashboardConfig, useOpenedAt } from "../../queries/configuration.ts";
import type { Ratio } from "../../../contract/units.ts";
import type { MarketRow, RowReward } from "../../../domain/market/market-row.ts";
import {
  countOf,
  formatChange,
  formatMultiple,
  formatPoints,
  formatRate,
  formatShare,
} from "../../../domain/format/number.ts";
import { formatAge, formatClock } from "../../../domain/format/time.ts";
import { columns } from "../../../domain/market/columns.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { Button, linkButtonClass } from "../../ui/fields/button.tsx";
import { failedCheckIcon, type WarningProps } from "../warning-lines.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { recordedText } from "../../../domain/market/column-text.ts";
import { failedCheckSentences } from "../../../domain/market/assess/check-words.ts";
import { namedLeverage, marketName } from "../../../domain/market/market-text.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { findAssessment, type Side } from "../../../domain/market/assess/assessment.ts";
import { judgeBorrowRate, judgeDepositRate } from "../../../domain/market/assess/rate-trend.ts";
import { chip, sentence, unknownNote } from "../../../domain/market/assess/words.ts";
import { FactIcon } from "../../ui/marks/fact-chips.tsx";
import type { FactChip } from "../../../domain/marks.ts";
import { Explained } from "../../ui/overlay/tooltip.tsx";
import { MarketLink } from "../market-link.tsx";
import { factsText, rateFacts, type RateFacts } from "./rate-facts.ts";
import { rateBar, rateBarScale } from "../rate-bar.tsx";
import { tick, triangle } from "../../ui/marks/inline-icons.tsx";
import { useChooseBenchmark } from "../../view-state/use-choose-benchmark.ts";
import { Summary } from "../../ui/panel/summary.tsx";

const fullWidth = 372;

export interface ApyPopoverProps {
  readonly row: MarketRow;
  readonly side: Side;
  readonly context: SelectContext;
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function rewardPurpose({ marketAction }: RowReward): string {
  if (marketAction === "deposit" || marketAction === "borrow") return `for ${marketAction}ing`;
  return marketAction === undefined ? "" : `for ${marketAction}`;
}

function partsBar({ total, base, rewards, rewardTotal }: RateFacts): ReactNode {
  const listed = rewards.map(({ apy }) => apy);
  const isListed = listed.some((apy) => apy !== undefined && apy > 0);
  const rate = { total, base, rewards: isListed ? listed : [rewardTotal] };
  const whole = rateBarScale(rate);
  return whole === undefined ? null : rateBar(rate, whole, fullWidth);
}

const swatches = { base: "h-1.5 bg-base", reward: "h-[3px] bg-reward", none: "h-1 bg-control" } as const;

interface Part {
  readonly swatch: keyof typeof swatches;
  readonly name: string;
  readonly note: string;
  readonly sign: string;
  readonly value: Ratio | undefined;
}

function popoverParts({ base, rewards, rewardTotal }: RateFacts, side: Side): readonly Part[] {
  const sign = side === "deposit" ? "+" : "−";
  const listed = rewards.map((reward): Part => ({
    swatch: "reward",
    name: reward.token === undefined ? "Reward" : `${reward.token.symbol} reward`,
    note: rewardPurpose(reward),
    sign,
    value: reward.apy,
  }));
  const name = "Rewards";
  const unlisted: Part =
    rewardTotal === undefined
      ? { swatch: "none", name, note: "", sign: "", value: undefined }
      : { swatch: "reward", name, note: "tokens unknown", sign, value: rewardTotal };
  return [
    {
      swatch: base === undefined ? "none" : "base",
      name: "Base",
      note: "without rewards",
      sign: "",
      value: base,
    },
    ...listed,
    ...(listed.length === 0 && rewardTotal !== 0 ? [unlisted] : []),
  ];
}

function Parts({
  facts,
  side,
  row,
}: Pick<ApyPopoverProps, "row" | "side"> & { readonly facts: RateFacts }): ReactNode {
  if (facts.averaged === "net" && facts.base === undefined) {
    const leverage = namedLeverage(row);
    return (
      <p className="pt-1 text-text2">
        {leverage === undefined
          ? "Net APY at an unknown leverage."
          : `Net APY, quoted at ${formatMultiple(leverage, "short").text} leverage.`}{" "}
        Supply yield, borrow cost and rewards are not listed separately.
      </p>
    );
  }
  return (
    <dl>
      {popoverParts(facts, side).map(({ swatch, name, note, sign, value }, index) => (
        // A token can appear twice, so only its index identifies a reward.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-center gap-2.5 py-[3px]">
          <dt className="flex min-w-0 flex-1 items-center gap-2.5">
            <span
              aria-hidden="true"
              className={`w-2 shrink-0 rounded-[1.5px] forced-color-adjust-none ${swatches[swatch]}`}
            />
            <span className="truncate">
              {name} <span className="text-text3">{note}</span>
            </span>
          </dt>
          <dd className="flex shrink-0 items-baseline gap-2.5">
            <span className="text-text3">{sign}</span>
            <span className="min-w-[58px] text-right">
              {value === undefined ? (
                <Explained help={`${unknownNote(row.providerName)}.`} className="text-text3">
                  unknown
                </Explained>
              ) : (
                <NumberText value={formatRate(value)} />
              )}
            </span>
          </dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between border-t border-line2 pt-1.5 font-semibold">
        <dt>{facts.name}</dt>
        <dd>
          <NumberText value={formatRate(facts.total)} />
        </dd>
      </div>
    </dl>
  );
}

function IfRewardsStop({ facts }: { readonly facts: RateFacts }): ReactNode {
  if (facts.base === undefined || facts.rewardTotal === undefined) return null;
  if (facts.rewardTotal === 0)
    return (
      <p className="pt-2 text-small text-text2">
        {/* Without a rewards list, this is only what the total and base rates imply. */}
        {facts.check.kind === "unknown"
          ? "The total equals the base, so it has no rewards. The list of rewards is unknown."
          : "No rewards: the whole APY is base."}
      </p>
    );
  return (
    <div className="mt-2.5 flex items-center justify-between rounded-control border border-line2 px-3 py-2">
      <div>
        <div className="font-medium">If rewards stop</div>
        {facts.rewardShare === undefined ? null : (
          <div className="text-tiny text-text2">
            {formatShare(facts.rewardShare).text} of this rate is rewards
          </div>
        )}
      </div>
      <div className="text-right">
        <div className="text-[16px] leading-5 font-semibold">
          <NumberText value={formatRate(facts.base)} />
        </div>
        <div className="text-tiny text-text2">
          <NumberText value={formatPoints(facts.withoutRewards)} />
        </div>
      </div>
    </div>
  );
}

const averageBars = {
  net: { now: "bg-control", average: "border border-control" },
  base: { now: "bg-base", average: "border border-base" },
} as const;

function Averages({
  facts,
  course,
}: {
  readonly facts: RateFacts;
  readonly course: FactChip | undefined;
}): ReactNode {
  const { averages, now, conservative } = facts;
  const net = facts.averaged === "net";
  const bar = net ? averageBars.net : averageBars.base;
  const max = Math.max(0, now ?? 0, ...averages.map(({ value }) => value ?? 0));
  const lines = [{ label: "Now", value: now, recorded: undefined, change: undefined }, ...averages];
  return (
    <section className="border-t border-line2 px-4 py-3">
      <div className="flex items-baseline justify-between gap-3 pb-1">
        <h3 className="font-semibold">{net ? "Net APY" : "Base APY"} and its averages</h3>
        {course === undefined ? null : (
          <Explained help={course.note} className="flex items-center gap-1 text-text2">
            <FactIcon name={course.icon} />
            {course.label}
          </Explained>
        )}
      </div>
      {now === undefined ? (
        <p className="text-text2">The {net ? "net" : "base"} APY is unknown.</p>
      ) : averages.every(({ value }) => value === undefined) ? (
        <p className="text-text2">No averages are published. This doesn't mean that the market is new.</p>
      ) : (
        <dl>
          {lines.map(({ label, value, recorded, change }, at) => (
            <div key={label} className={`flex h-[22px] items-center ${at === 0 ? "" : "text-text2"}`}>
              <dt className="w-11 shrink-0">{label}</dt>
              <dd aria-hidden="true" className="flex-1 forced-color-adjust-none">
                {value === undefined || max === 0 ? null : (
                  <span
                    className={`block h-1.5 rounded-[1.5px] ${at === 0 ? bar.now : bar.average}`}
                    style={{ width: `${String(Math.max(0, (value / max) * 100))}%` }}
                  />
                )}
              </dd>
              <dd className="w-[62px] shrink-0 text-right">
                <NumberText value={formatRate(value)} className={recorded === undefined ? "" : "recorded"} />
              </dd>
              <dd className="w-[62px] shrink-0 text-right">
                {change === undefined ? null : <NumberText value={formatChange(change)} />}
              </dd>
            </div>
          ))}
          {conservative === undefined ? null : (
            <div className="flex h-[22px] items-center">
              <dt className="flex-1">{columns.soberApy.name}</dt>
              <dd className="mr-[62px] w-[62px] shrink-0 text-right">
                <NumberText value={formatRate(conservative)} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {averages.map(({ label, recorded }) =>
        recorded === undefined ? null : (
          <p key={label} className="pt-1 text-tiny text-text2">
            {label}: {recordedText(recorded)}, because the provider publishes none.
          </p>
        ),
      )}
      {net ? (
        <p className="pt-1 text-tiny text-text3">These averages include rewards and borrowing cost.</p>
      ) : null}
    </section>
  );
}

function Check({ facts }: { readonly facts: RateFacts }): ReactNode {
  const { check } = facts;
  if (check.kind === "unknown") return <span className="text-small text-text3">{check.why}</span>;
  if (check.kind === "agrees")
    return (
      <span className="text-small text-text2">
        {tick}
        {check.formula}
      </span>
    );
  return (
    <span className="text-right text-small text-danger">
      {triangle}
      parts add up to {formatRate(check.expected).text}
    </span>
  );
}

function AgainstBenchmark({ row, context }: Pick<ApyPopoverProps, "row" | "context">): ReactNode {
  const choose = useChooseBenchmark();
  const { benchmark } = context;
  const isBenchmark = benchmark?.id === row.id;
  const difference = columns.vsBenchmark.read(row, context);
  return (
    <section className="flex min-h-[46px] items-center justify-between gap-3 border-t border-line2 px-4 py-2">
      <p className="min-w-0 text-text2">
        {isBenchmark ? (
          "All rates are compared with this one."
        ) : difference !== undefined && benchmark?.name !== undefined ? (
          <>
            <b className="font-semibold text-text">
              <NumberText value={formatPoints(difference)} />
            </b>{" "}
            vs {benchmark.name}
          </>
        ) : (
          "Compare all rates with this one."
        )}
      </p>
      <Button onClick={() => choose(isBenchmark ? undefined : row)}>
        {isBenchmark ? "Stop using as benchmark" : "Use as benchmark"}
      </Button>
    </section>
  );
}

function FailedChecks({ row, prices }: WarningProps): ReactNode {
  const sentences = failedCheckSentences(row, prices);
  return sentences.length === 0 ? null : (
    <section className="border-t border-line2 px-4 py-3">
      <h3 className="pb-1 font-semibold">{countOf(sentences.length, "failed data check")}</h3>
      <ul>
        {sentences.map((words) => (
          <li key={words} className="flex items-baseline py-0.5">
            {failedCheckIcon({ row, prices })}
            <span className="min-w-0">{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ApyPopover({ row, side, context, onLinkClick }: ApyPopoverProps): ReactNode {
  const { source } = useDashboardConfig();
  const sourceLabel = source.kind === "demo" ? "demo source" : source.label;
  const openedAt = useOpenedAt();
  const facts = rateFacts(row, side, context.record);
  const ownYield = findAssessment(assess(row, { ...context, side }), "ownYieldExcluded");
  const course = side === "borrow" ? judgeBorrowRate(row) : judgeDepositRate(row, context);

  return (
    <article className="text-small leading-5">
      <div className="px-4 pt-3 pb-3.5">
        <header className="flex items-start justify-between gap-3 pb-2">
          <div className="min-w-0">
            <h2 className="text-pretty [overflow-wrap:anywhere] text-text2 in-[dialog]:hidden">
              {facts.name} of {marketName(row)}
            </h2>
            <div className="text-headline font-semibold">
              <NumberText value={formatRate(facts.total)} />
            </div>
          </div>
          <div className="shrink-0 pt-1 text-right text-tiny text-text3">
            read {formatClock(row.readAt)}
            <br />
            {formatAge(row.readAt, openedAt)}
          </div>
        </header>
        {partsBar(facts)}
        <div className="pt-2">
          <Parts facts={facts} side={side} row={row} />
          {ownYield === undefined ? null : <p className="pt-1 text-text2">{sentence(ownYield)}</p>}
        </div>
        <IfRewardsStop facts={facts} />
      </div>
      {side === "borrow" ? null : <AgainstBenchmark row={row} context={context} />}
      <Averages
        facts={facts}
        course={course === undefined || course.id === "missing" ? undefined : chip(course)}
      />
      <FailedChecks row={row} prices={context.prices} />
      <section className="border-t border-line2 px-4 pt-3 pb-3.5">
        <details>
          <Summary className="min-w-full">
            <h3 className="mr-auto font-semibold">Source</h3>
            <Check facts={facts} />
          </Summary>
          <dl className="pt-1 font-mono text-small">
            {facts.fields.map(({ field, value, note }) => (
              <div key={field} className="flex justify-between gap-3 py-0.5">
                <dt className="min-w-0 truncate text-text2">
                  {field}
                  {note === "" ? null : <span className="pl-3">{note}</span>}
                </dt>
                <dd className="shrink-0">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
        <div className="flex items-center gap-2 pt-3">
          <CopyButton label="Copy values" what="Values" text={() => factsText(row, facts, sourceLabel)} />
          <MarketLink marketId={row.id} className={linkButtonClass()} data-id={row.id} onClick={onLinkClick}>
            Open market
          </MarketLink>
          <span className="min-w-0 flex-1 truncate text-right text-tiny text-text3">
            page {String(row.page)}, {sourceLabel}
          </span>
        </div>
      </section>
    </article>
  );
}
