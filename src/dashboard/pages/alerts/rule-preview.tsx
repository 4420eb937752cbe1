import { useMemo, type ReactNode } from "react";
import type { ChartPane } from "../../charts/chart-series.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import type { AlertMeasure, AlertTarget } from "../../../contract/alerts/rule.ts";
import { dayMs } from "../../../contract/units.ts";
import { isBeyond, type AlertFigure, type TargetFacts } from "../../../domain/alerts/judge.ts";
import { rateTick } from "../../history/history-lines.ts";
import { useHistory } from "../../queries/history.ts";
import { useDashboardConfig, useOpenedAt } from "../../queries/configuration.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { usePositionPasts, useWalletPositions } from "../../queries/positions.ts";
import { useMarketRecord } from "../../queries/record.ts";
import { leverageText } from "../../../domain/market/market-text.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import {
  historyStart,
  firstDay,
  loanPast,
  marketsPast,
  pastDays,
  pastFirings,
  pastMarkets,
  type FigurePast,
} from "../../select/alerts/alert-past.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { measureName, measureText, priceText, thresholdText } from "../../../domain/alerts/alert-words.ts";
import type { FormReading, RuleForm } from "../../select/alerts/rule-form.ts";

export interface FormProps {
  readonly target: AlertTarget;
  readonly form: RuleForm;
  readonly reading: FormReading;
  readonly facts: TargetFacts | undefined;
  readonly onForm: (form: RuleForm) => void;
}

interface RulePreviewProps extends FormProps {
  readonly rows: readonly MarketRow[];
  readonly loading: boolean;
}

type FigureProps = RulePreviewProps & { readonly measure: AlertMeasure };

export function RulePreview(props: RulePreviewProps): ReactNode {
  const { choice } = props.form;
  if (choice === "newMarket") return null;
  return choice === "cap" ? <CapNow {...props} /> : <FigureNow {...props} measure={choice} />;
}

const noHistory = "No history yet, so we can't estimate how often this would have fired.";
const noRecord =
  "No history is published and this service stores no snapshots, so we can't estimate how often this would have fired.";
const published: ReadonlySet<AlertMeasure> = new Set(["depositApy", "offPeg", "health"] as const);
const notLoaded = "Its history could not be loaded.";

/** The history of a figure: for a loan from its wallet's positions, otherwise from markets. */
function usePast({ target, rows, measure }: FigureProps) {
  const { record } = useDashboardConfig();
  const openedAt = useOpenedAt();
  const wallet = target.kind === "position" ? target.wallet : undefined;
  const wallets = useMemo(() => (wallet === undefined ? [] : [wallet]), [wallet]);
  const [held] = useWalletPositions(wallets);
  const loans = usePositionPasts(wallets, firstDay(openedAt));
  const markets = useMemo(() => pastMarkets(target, measure, rows), [target, measure, rows]);
  const { histories, ...history } = useHistory(
    markets.map(({ id }) => id),
    { startTime: historyStart(measure, openedAt), resolution: "1d" },
  );
  const past = useMemo(
    () =>
      target.kind === "position"
        ? loanPast(target, held?.rows ?? [], loans.pasts, openedAt)
        : marketsPast(target, measure, markets, histories, openedAt),
    [target, measure, held?.rows, loans.pasts, markets, histories, openedAt],
  );
  const reading = held?.loading === true;
  const failed = (history.error ?? held?.error) !== undefined || loans.failed.length > 0;
  const unknown = record !== undefined || published.has(measure) ? noHistory : noRecord;
  return {
    ...past,
    reading,
    loading: history.loading || loans.loading > 0 || reading,
    whyNoHistory: failed ? notLoaded : unknown,
  };
}

function CapNow({ target, facts, loading }: RulePreviewProps): ReactNode {
  const { record } = useDashboardConfig();
  return (
    <p className="text-small text-text2">
      {facts?.capUsed === undefined
        ? loading
          ? "Loading current value… "
          : "Whether its deposit cap is reached is unknown. "
        : facts.capUsed >= 1
          ? "Its deposit cap is reached now. "
          : "Its deposit cap has capacity left now. "}
      It fires each time the cap is reached, and each time 1 % of the cap becomes free again.{" "}
      {record === undefined || target.kind !== "market" ? noRecord : <CapPast id={target.id} />}
    </p>
  );
}

/** How often the record saw the cap reached or capacity available. It counts from 99.9 %, while the rule needs more. */
function CapPast({ id }: { readonly id: string }): ReactNode {
  const openedAt = useOpenedAt();
  const { body, loading, error } = useMarketRecord(id);
  if (loading) return "Loading record…";
  if (body === undefined) return error?.status === 404 ? noHistory : notLoaded;
  const since = Math.max(firstDay(openedAt), Date.parse(body.firstSeen));
  const seen = body.events.filter(
    ({ kind, field, timestamp }) =>
      (kind === "cap-reached" || kind === "cap-lifted") &&
      field === "maxDeposit" &&
      Date.parse(timestamp) >= since,
  );
  const days = Math.max(1, Math.round((openedAt - since) / dayMs));
  const oldest = typeof body.before === "string" ? Date.parse(body.before) : since;
  return (
    <>
      In the {lastDays(days)}, this{" "}
      {seen.length === 0
        ? "never happened"
        : `happened ${oldest > since ? "at least " : ""}${times(seen.length)}`}
      .
    </>
  );
}

function lastDays(known: number): string {
  const last = `last ${formatCount(pastDays).text}`;
  return known >= pastDays ? `${last} days` : `${countOf(known, "known day")} of the ${last}`;
}

function times(count: number): string {
  if (count === 0) return "never";
  return count === 1 ? "once" : `${formatCount(count).text} times`;
}

function FigureNow(props: FigureProps): ReactNode {
  const { target, rows, form, facts, loading, onForm, measure } = props;
  const openedAt = useOpenedAt();
  const { condition, resetText, resetFault } = props.reading;
  const past = usePast(props);
  const { days, now, each } = past;
  const isLoading = loading || past.loading;
  const own = rows.find(({ id }) => target.kind === "market" && id === target.id);
  const leverage = own !== undefined && measure === "depositApy" ? leverageText(own) : undefined;
  const name = measureName(measure, target.kind);
  // A draft of an existing rule has no health.
  const figure = target.kind === "position" && now !== undefined ? { value: now } : facts?.[measure];
  const threshold = condition?.kind === "threshold" ? condition : undefined;
  const knownDays = days.filter((one) => one !== undefined).length;
  const firings = threshold && pastFirings(threshold, each);
  const already =
    threshold !== undefined && figure !== undefined && isBeyond(threshold, figure.value, undefined);
  const isPrice = measure === "offPeg";
  const level = threshold?.threshold;
  return (
    <>
      <div>
        {knownDays > 0 ? (
          <TimeChart
            title={`${name} over the last ${formatCount(pastDays).text} days`}
            description="The sentence after the chart sums it up."
            panes={[previewPane(name, measure, days, now, level, firings ?? [], openedAt)]}
            resolution="1d"
            liveAt={now === undefined ? undefined : openedAt}
            what="history"
            empty={{ heading: "", text: "" }}
          />
        ) : past.loading ? (
          <p className="flex h-28 items-center justify-center text-text3">Loading the last 90 days…</p>
        ) : null}
        <p className="mt-1 min-h-[2lh] text-small text-text2">
          {figure !== undefined
            ? `Now ${joinParts([measureText(measure, figure.value, ...(level === undefined ? [] : [level])), leverage], " ")}${subjectText(figure)}.`
            : loading || past.reading
              ? "Loading current value…"
              : `${name} is unknown now. Unknown values never fire.`}
          {already
            ? ` Already ${form.side}: you'll be alerted the next time it crosses${target.kind === "asset" && isPrice ? " in any market" : ""}.`
            : ""}{" "}
          {knownDays > 0 ? firedText(knownDays, firings?.length) : !isLoading && past.whyNoHistory}
        </p>
      </div>
      <div>
        <TextField
          label={`Fire again only once it is back ${isPrice || measure === "fade" ? "within" : form.side === "over" ? "under" : "over"}`}
          inputMode="decimal"
          className="[&>p]:max-w-none"
          fieldClassName="w-28"
          text={resetText}
          after={measure === "health" ? undefined : "%"}
          error={resetFault}
          onText={(reset) => onForm({ ...form, reset })}
        />
        <p className="mt-1 text-small text-text3">
          Prevents repeated alerts when a value hovers around the threshold.
        </p>
      </div>
    </>
  );
}

/** Nothing without a threshold. */
function firedText(knownDays: number, count: number | undefined): ReactNode {
  if (count === undefined) return null;
  return (
    <>
      In the {lastDays(knownDays)} it would{count === 0 ? " " : " have fired "}
      <strong className="font-semibold text-text">{times(count)}</strong>
      {count === 0 ? " have fired" : ""}, by daily figures.
    </>
  );
}

function previewPane(
  label: string,
  measure: AlertMeasure,
  days: FigurePast["days"],
  now: number | undefined,
  threshold: number | undefined,
  firings: readonly number[],
  openedAt: number,
): ChartPane {
  const format = (value: number): string => measureText(measure, value);
  const timeOf = (index: number): number =>
    index < days.length ? firstDay(openedAt) + index * dayMs : openedAt;
  const values = now === undefined ? days : [...days, now];
  const points = values.map((value, index) => ({ at: timeOf(index), value }));
  const pane = {
    series: [{ label, fileName: label, points, format }],
    height: 112,
    tick: measure === "health" ? format : rateTick,
  };
  if (threshold === undefined) return pane;
  const color = "var(--accent)";
  return {
    ...pane,
    levels: [{ value: threshold, end: thresholdText(measure, threshold), color, width: 1.5 }],
    dots: firings.map((index) => ({ at: timeOf(index), value: threshold, color, hollow: true })),
  };
}

/** "(JitoSOL, Kamino; $95.81 where $96.94 is expected)" */
function subjectText({ market, price }: AlertFigure): string {
  const implied =
    price &&
    `${priceText(price.implied)} where ${price.expected === 1 ? "a dollar" : priceText(price.expected)} is expected`;
  const text = joinParts([market?.name, implied], "; ");
  return text === "" ? "" : ` (${text})`;
}
