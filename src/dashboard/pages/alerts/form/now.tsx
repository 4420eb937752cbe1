// What a figure is now, what the rule would have told of its past, and when it would ring again.
import { useMemo, useState, type ReactNode } from "react";
import type { ChartPane } from "../../../charts/chart-series.ts";
import { TimeChart } from "../../../charts/time-chart.tsx";
import type { AlertMeasure, AlertTarget } from "../../../../contract/alerts/rule.ts";
import { dayMs, usd } from "../../../../contract/units.ts";
import { isBeyond, ringsOver, type AlertFigure, type TargetFacts } from "../../../../alerts/judge.ts";
import { measureName } from "../../../../alerts/measure-names.ts";
import { useHistory } from "../../../queries/history.ts";
import { sourceNow, useDashboardConfig } from "../../../queries/configuration.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { usePositionPasts } from "../../../queries/positions.ts";
import { useWalletPositions } from "../../../queries/positions.ts";
import { useMarketRecord } from "../../../queries/record.ts";
import { leverageText } from "../../../market/loops/leverage.ts";
import { formatCount, formatUsdExact, inWords } from "../../../format/number.ts";
import {
  askedSince,
  firstDay,
  loanPast,
  marketsPast,
  pastDays,
  tellingMarkets,
  type FigurePast,
} from "../../../select/alerts/alert-past.ts";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { formatMeasure } from "../alert-words.ts";
import type { FormReading, RuleForm } from "./rule-form.ts";

interface NowProps {
  readonly target: AlertTarget;
  /** The markets of the list, and that which the rule is about. */
  readonly rows: readonly MarketRow[];
  readonly form: RuleForm;
  readonly reading: FormReading;
  readonly facts: TargetFacts | undefined;
  readonly loading: boolean;
  readonly onForm: (form: RuleForm) => void;
}

export function Now(props: NowProps): ReactNode {
  const { target, form } = props;
  const { choice } = form;
  if (choice === "newMarket") return null;
  if (choice === "cap") return <CapNow {...props} />;
  const figure = { ...props, measure: choice };
  return target.kind === "position" ? <LoanNow {...figure} target={target} /> : <MarketsNow {...figure} />;
}

interface Past extends FigurePast {
  readonly loading: boolean;
  readonly failed: boolean;
  /** Why nothing is known of it, where nothing is. */
  readonly missing: string;
}

type FigureProps = NowProps & { readonly measure: AlertMeasure };

/** The source's clock when the form was opened. */
function useOpenedAt(): number {
  const config = useDashboardConfig();
  const [now] = useState(() => sourceNow(config));
  return now;
}

function MarketsNow(props: FigureProps): ReactNode {
  const { target, rows, measure } = props;
  const { record } = useDashboardConfig();
  const now = useOpenedAt();
  const telling = useMemo(() => tellingMarkets(target, measure, rows), [target, measure, rows]);
  const { histories, loading, error } = useHistory(
    telling.map(({ id }) => id),
    { startTime: askedSince(measure, now), resolution: "1d" },
  );
  const past = useMemo(
    () => marketsPast(target, measure, telling, histories, now),
    [target, measure, telling, histories, now],
  );
  const published = measure === "depositApy" || measure === "offPeg";
  return (
    <FigureNow
      {...props}
      now={now}
      past={{
        ...past,
        loading,
        failed: error !== undefined,
        missing:
          published || record !== undefined
            ? "Nothing of its past is known yet: nobody can say how often it would have rung."
            : "Its past is not published, and this service records none: nobody can say how often it would have rung.",
      }}
    />
  );
}

function LoanNow(
  props: FigureProps & { readonly target: Extract<AlertTarget, { readonly kind: "position" }> },
): ReactNode {
  const { target } = props;
  const now = useOpenedAt();
  const wallets = useMemo(() => [target.wallet], [target.wallet]);
  const [held] = useWalletPositions(wallets);
  const { pasts, loading, failed } = usePositionPasts(wallets, firstDay(now));
  const rows = held?.rows;
  const past = useMemo(() => loanPast(target, rows ?? [], pasts, now), [target, rows, pasts, now]);
  // A rule that is changed does not bring what the portfolio shows.
  const known = past.now === undefined ? props.facts : { health: { value: past.now } };
  return (
    <FigureNow
      {...props}
      facts={known}
      loading={held?.loading === true && known?.health === undefined}
      now={now}
      past={{
        ...past,
        loading: loading > 0 || held?.loading === true,
        failed: failed.length > 0 || held?.error !== undefined,
        missing: "Nothing of its past is known: nobody can say how often it would have rung.",
      }}
    />
  );
}

function CapNow({ target, facts }: NowProps): ReactNode {
  const { record } = useDashboardConfig();
  return (
    <p className="text-small text-text2">
      {facts?.capUsed === undefined
        ? "Whether its deposit limit is reached is not known now. "
        : facts.capUsed >= 1
          ? "Its deposit limit is reached now. "
          : "There is room under its deposit limit now. "}
      It rings each time the limit is reached, and each time a hundredth of it is free again.{" "}
      {target.kind !== "market" ? null : record === undefined ? (
        "Past limits are not published, and this service records none: nobody can say how often it would have rung."
      ) : (
        <CapPast id={target.id} />
      )}
    </p>
  );
}

/** How often the record has seen the limit reached or lifted. */
function CapPast({ id }: { readonly id: string }): ReactNode {
  const now = useOpenedAt();
  const { body, loading } = useMarketRecord(id);
  if (loading) return "Reading the record…";
  if (body === undefined)
    return "The record could not be read, so nobody can say how often it would have rung.";
  const since = Math.max(firstDay(now), Date.parse(body.firstSeen));
  const rings = body.events.filter(
    ({ kind, field, timestamp }) =>
      (kind === "cap-reached" || kind === "cap-lifted") &&
      field === "maxDeposit" &&
      Date.parse(timestamp) >= since,
  );
  const days = Math.max(1, Math.round((now - since) / dayMs));
  return (
    <>
      {days >= pastDays
        ? `In the last ${formatCount(pastDays).text} d`
        : `In the ${formatCount(days).text} d that are recorded`}{" "}
      it would have rung <Rings count={rings.length} />.
    </>
  );
}

function Rings({ count }: { readonly count: number }): ReactNode {
  return (
    <strong className="font-semibold text-text">
      {count === 1 ? "once" : count === 0 ? "never" : `${formatCount(count).text} times`}
    </strong>
  );
}

function FigureNow({
  target,
  rows,
  form,
  reading,
  facts,
  loading,
  onForm,
  measure,
  past,
  now: openedAt,
}: FigureProps & { readonly past: Past; readonly now: number }): ReactNode {
  const { condition } = reading;
  const own = target.kind === "market" ? rows.find(({ id }) => id === target.id) : undefined;
  const quoted = own === undefined || measure !== "depositApy" ? undefined : leverageText(own);
  const leverage = quoted === undefined ? "" : ` ${quoted}`;
  const value = facts?.[measure]?.value;
  const threshold = condition?.kind === "threshold" ? condition : undefined;
  const knownDays = past.days.filter((one) => one !== undefined).length;
  const rings = useMemo(
    () =>
      threshold === undefined
        ? []
        : [...new Set(past.each.flatMap((each) => ringsOver(threshold, each)))].toSorted((a, b) => a - b),
    [threshold, past.each],
  );
  const already = threshold !== undefined && value !== undefined && isBeyond(threshold, value, undefined);
  const format = (one: number): string => inWords(formatMeasure(measure, one));
  const panes = useMemo(
    () => [previewPane({ target, measure, past, threshold: threshold?.threshold, rings, openedAt })],
    [target, measure, past, threshold, rings, openedAt],
  );
  return (
    <>
      <div>
        {knownDays > 0 ? (
          <TimeChart
            title={`${measureName(measure, target.kind)} over the last ${formatCount(pastDays).text} days`}
            description="The sentence after the chart sums it up."
            panes={panes}
            resolution="1d"
            liveAt={past.now === undefined ? undefined : openedAt}
            what="history"
            empty={noPast}
          />
        ) : past.loading ? (
          <p className="flex h-25 items-center justify-center text-text3">Loading the last 90 days…</p>
        ) : null}
        <p className="mt-1 text-small text-text2">
          {value === undefined
            ? loading
              ? "Reading what it is now…"
              : `${measureName(measure, target.kind)} is not known now. What is not known never rings.`
            : `Now ${format(value)}${leverage}${whoseText(facts?.[measure])}.`}
          {already
            ? target.kind === "asset" && measure === "offPeg"
              ? " That is over already: it rings when another market's price gets there, or this one's anew."
              : ` That is ${form.side} already: it rings when it gets there anew.`
            : ""}{" "}
          {knownDays > 0 && threshold !== undefined ? (
            <>
              {knownDays === past.days.length
                ? `In the last ${formatCount(pastDays).text} d`
                : `In the ${formatCount(knownDays).text} d of the last ${formatCount(pastDays).text} that are known`}{" "}
              it would have rung <Rings count={rings.length} />, by daily figures.
            </>
          ) : knownDays > 0 || past.loading || loading ? null : past.failed ? (
            "Its past could not be loaded."
          ) : (
            past.missing
          )}
        </p>
      </div>
      <div>
        <TextField
          label={
            measure === "fade" || measure === "offPeg"
              ? "Ring again only after it was back within"
              : `Ring again only after it was back ${form.side === "over" ? "under" : "over"}`
          }
          inputMode="decimal"
          className="[&>p]:max-w-none"
          fieldClassName="w-28"
          text={reading.resetText}
          after={measure === "health" ? undefined : "%"}
          error={reading.resetFault}
          onText={(reset) => onForm({ ...form, reset })}
        />
        <p className="mt-1 text-small text-text3">
          The gap keeps a figure that trembles from ringing each time.
        </p>
      </div>
    </>
  );
}

const noPast = { heading: "", text: "" };

/** The past days and now, with the threshold and a ring at each day on which the rule would have fired. */
function previewPane({
  target,
  measure,
  past: { days, now },
  threshold,
  rings,
  openedAt,
}: Pick<FigureProps, "target" | "measure"> & {
  readonly past: FigurePast;
  readonly threshold: number | undefined;
  readonly rings: readonly number[];
  readonly openedAt: number;
}): ChartPane {
  const format = (value: number): string => inWords(formatMeasure(measure, value));
  const label = measureName(measure, target.kind);
  const timeOf = (index: number): number =>
    index < days.length ? firstDay(openedAt) + index * dayMs : openedAt;
  const colour = "var(--accent)";
  return {
    series: [
      {
        label,
        fileName: label,
        points: (now === undefined ? days : [...days, now]).map((value, index) => ({
          at: timeOf(index),
          value,
        })),
        format,
      },
    ],
    height: 112,
    tick: format,
    ...(threshold === undefined
      ? {}
      : {
          levels: [{ value: threshold, end: format(threshold), colour, width: 1.5 }],
          dots: rings.map((index) => ({ at: timeOf(index), value: threshold, colour, hollow: true })),
        }),
  };
}

/** Whose figure it is where a token is watched, and of a price what it is held against. */
function whoseText(figure: AlertFigure | undefined): string {
  const { market, price } = figure ?? {};
  const implied =
    price === undefined
      ? undefined
      : `${inWords(formatUsdExact(usd(price.implied)))} where ${price.expected === 1 ? "a dollar" : inWords(formatUsdExact(usd(price.expected)))} is expected`;
  const parts = [market?.name, implied].filter((part) => part !== undefined);
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}
