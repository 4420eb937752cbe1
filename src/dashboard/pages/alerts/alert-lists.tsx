import { Ellipsis, Trash2, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import {
  maximumRules,
  type AlertCondition,
  type AlertMeasure,
  type AlertRule,
} from "../../../contract/alerts/rule.ts";
import { dayMs, dayOf } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { serviceTime } from "../../data/clock.ts";
import { forgetEvent, markRead, type InboxItem } from "../../data/alerts/kept-alerts.ts";
import { deleteRule, restoreRule, saveRule, type RulesChange } from "../../data/alerts/change-rules.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { unwatchableReason } from "../../../domain/alerts/view-watch.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { leverageText } from "../../../domain/market/market-text.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { formatDayHeading } from "../../../domain/format/time-of-day.ts";
import { formatAge, formatTimeOfDay, formatUntil } from "../../../domain/format/time.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { buttonClass, IconButton } from "../../ui/fields/button.tsx";
import { useShowMore } from "../../ui/fields/show-more.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useAlertRules } from "../../queries/alerts.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { tipProps } from "../../ui/overlay/tooltip.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { againText, conditionText, eventWords, ruleName } from "../../../domain/alerts/alert-words.ts";
import { KeyButton } from "./key-dialog.tsx";
import { TargetIcon, targetHref } from "./target-icon.tsx";

const filters = [
  { value: "all", label: "All", empty: "" },
  { value: "new", label: "Unread", empty: "No unread alerts." },
  { value: "rates", label: "Rates", empty: "No rate alerts yet." },
  { value: "caps", label: "Caps", empty: "No cap alerts yet." },
  { value: "loans", label: "Loans", empty: "No loan alerts yet." },
  { value: "prices", label: "Prices", empty: "No price alerts yet." },
  { value: "views", label: "Views", empty: "No view alerts yet." },
] as const;
const topics = filters.map(({ value }) => value);

interface ListProps {
  readonly rows: ReadonlyMap<string, MarketRow>;
  /** By the browser's clock, like the times until which events are held back. */
  readonly now: number;
  readonly onDelete: (deletion: Deletion) => void;
}

export interface Deletion {
  /** Of the element that gets the focus once the item is back. */
  readonly id: string;
  /** "Alert deleted" */
  readonly what: string;
  /** The list is empty now, so the Undo button takes the focus. */
  readonly isLast?: boolean;
  /** @param done called once the item is back */
  readonly undo: (done: () => void) => void;
}

/** Sends the change to the service. @param done gets the rules from before the change */
export type ChangeRules = (change: RulesChange, done?: (before: readonly AlertRule[]) => void) => void;

const entryClass =
  "relative flex items-center gap-3 border-b border-line py-2 pr-2 last:border-b-0 hover:bg-hover";

export function Inbox({
  announced,
  deferred,
  create,
  ...list
}: ListProps & {
  readonly announced: readonly InboxItem[];
  readonly deferred: readonly InboxItem[];
  readonly create: ReactNode;
}): ReactNode {
  const { rules, loading, error } = useAlertRules();
  const [chosen, choose] = useChoice("inbox", topics, "all", "replace");
  const unread = announced.filter(({ read }) => !read).length;
  const matching = announced.filter(
    ({ event, read }) => chosen === "all" || (chosen === "new" ? !read : topicOf(event.rule) === chosen),
  );
  // Fewer on a phone, because the rules are below the events.
  const { shown, more } = useShowMore(matching, useIsPhone() ? 10 : 50, { items: "alerts" });
  return (
    <Panel
      heading="Inbox"
      description={announced.length === 0 ? undefined : "Times are UTC"}
      actions={
        <div className="-mx-4 -my-1 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
          <Segmented
            label="Alerts shown"
            className="whitespace-nowrap"
            options={filters.map(({ value, label }) => ({
              value,
              label: value === "new" && unread > 0 ? `${label} ${formatCount(unread).text}` : label,
            }))}
            value={chosen}
            onChange={choose}
          />
        </div>
      }
    >
      {deferred.length === 0 ? null : (
        <p className="border-b border-line px-4 py-2 text-small text-text2">
          {countOf(deferred.length, "alert is", "alerts are")} waiting for quiet hours to end or for the
          digest. The next arrives {formatUntil(Math.min(...deferred.map(({ due }) => due)), list.now)}.
        </p>
      )}
      {shown.length > 0 ? null : (
        <div className="px-4 py-10 text-center text-text2">
          {announced.length > 0 ? (
            filters.find(({ value }) => value === chosen)?.empty
          ) : rules.length > 0 ? (
            "Nothing has fired yet."
          ) : error !== undefined ? (
            "Alerts could not be loaded."
          ) : loading ? null : (
            <>No alerts yet. {create} for any market, asset or saved view.</>
          )}
        </div>
      )}
      {[...groupBy(shown, ({ event }) => dayOf(event.at))].map(([day, items]) => (
        <div key={day}>
          <h3 className="border-b border-line bg-canvas px-4 py-1.5 text-small text-text2">
            {formatDayHeading(day * dayMs, serviceTime(list.now))}
          </h3>
          <ul aria-label={`Alerts of ${formatDayHeading(day * dayMs, serviceTime(list.now))}`}>
            {items.map((item) => (
              <Event key={item.event.id} item={item} rules={rules} {...list} />
            ))}
          </ul>
        </div>
      ))}
      {more === null ? null : <div className="px-4 py-1.5">{more}</div>}
    </Panel>
  );
}

const measureHelp: Readonly<Record<AlertMeasure, string>> = {
  depositApy: explainColumn("depositApy"),
  baseDepositApy: explainColumn("baseDepositApy"),
  borrowApy: explainColumn("borrowApy"),
  utilization: explainColumn("utilization"),
  fade: explainColumn("trend"),
  offPeg: "How far the price implied by deposits is above or below the expected one.",
  health: "Liquidation LTV / LTV. At 1 the loan is liquidated.",
};

function conditionHelp(condition: AlertCondition): string {
  if (condition.kind === "threshold") return measureHelp[condition.measure];
  return condition.kind === "cap"
    ? "Deposits have reached the cap that the provider publishes."
    : "A new market has joined the view.";
}

export function topicOf({ target, condition }: Pick<AlertRule, "target" | "condition">) {
  if (target.kind === "view") return "views";
  if (target.kind === "position") return "loans";
  if (condition.kind === "cap") return "caps";
  return condition.kind === "threshold" && condition.measure === "offPeg" ? "prices" : "rates";
}

function Event({
  item,
  rules,
  rows,
  onDelete,
}: ListProps & { readonly item: InboxItem; readonly rules: readonly AlertRule[] }): ReactNode {
  const { event, read } = item;
  const { rule } = event;
  const { target, condition } = rule;
  const { what, detail, value, warns = false } = eventWords(event);
  const row = target.kind === "market" ? rows.get(target.id) : undefined;
  const ofRate = condition.kind === "threshold" && condition.measure === "depositApy";
  const leverage = row === undefined || !ofRate ? undefined : leverageText(row);
  return (
    <li className={`${entryClass} pl-6 md:pr-3`}>
      {read ? null : (
        <span className="absolute top-1/2 left-2.5 size-1.5 -translate-y-1/2 rounded-full bg-accent forced-color-adjust-none">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <TargetIcon target={target} rows={rows} />
      <div className="min-w-0 flex-1">
        <Link
          {...tipProps(conditionHelp(condition))}
          id={event.id}
          href={targetHref(target, "")}
          onClick={() => markRead(true, event.id)}
          className="[overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {warns ? <TriangleAlert className="mr-1.5 -mt-0.5 inline size-3.5 text-danger" /> : null}
          <b className="font-semibold">{target.name}</b>{" "}
          <span className="text-text2">
            <NonBreakingFigures text={what} />
          </span>
        </Link>
        <p className="text-small [overflow-wrap:anywhere] text-text2">
          <NonBreakingFigures text={detail} />
        </p>
      </div>
      <div className="flex shrink-0 items-baseline gap-3 max-md:flex-col max-md:items-end max-md:gap-0">
        {value === undefined ? null : (
          <b className="text-rate font-semibold">
            <NumberText value={value} />
            {leverage === undefined ? null : (
              <span className="ml-1 text-small font-normal text-text2">{leverage}</span>
            )}
          </b>
        )}
        <time dateTime={new Date(event.at).toISOString()} className="text-small text-text3">
          {formatTimeOfDay(event.at)}
        </time>
      </div>
      <div className="relative flex shrink-0 items-center">
        <Menu
          label={`More about ${target.name}`}
          className={buttonClass("quiet", "normal", "min-w-7")}
          items={[
            {
              key: "read",
              label: read ? "Mark as unread" : "Mark as read",
              onSelect: () => markRead(!read, event.id),
            },
            {
              key: "rule",
              label: "Edit rule",
              // Opens the current rule, because the event contains an older copy.
              onSelect: () =>
                openAlertForm({ kind: "rule", rule: rules.find(({ id }) => id === rule.id) ?? rule }),
            },
            {
              key: "delete",
              label: "Delete",
              hasSeparator: true,
              onSelect: () => {
                const restore = forgetEvent(event.id);
                const undo = (done: () => void): void => {
                  restore();
                  done();
                };
                onDelete({ id: event.id, what: "Alert deleted", undo });
              },
            },
          ]}
        >
          <Ellipsis className="size-4" />
        </Menu>
      </div>
    </li>
  );
}

export function RulesPanel({
  announced,
  onChange,
  ...list
}: ListProps & {
  readonly onChange: ChangeRules;
  readonly announced: readonly InboxItem[];
}): ReactNode {
  const { rules, error, loading, retry } = useAlertRules();
  // The newest event of a rule is the first.
  const firedAt = new Map(announced.toReversed().map(({ event }) => [event.rule.id, event.at]));
  return (
    <Panel
      heading="Rules"
      description={
        rules.length === 0 && (loading || error !== undefined)
          ? undefined
          : `${formatCount(rules.length).text} of ${formatCount(maximumRules).text}`
      }
      actions={<KeyButton />}
      error={
        error === undefined ? undefined : (
          <Problem size="part" error={error} retry={retry}>
            The service still checks your rules.
          </Problem>
        )
      }
      loading={loading ? "Loading rules…" : undefined}
      empty={
        rules.length === 0 && error === undefined
          ? "No rules yet. Create one with New rule, or with the bell of a market."
          : undefined
      }
    >
      <ul aria-label="Rules" className="max-h-[60vh] overflow-y-auto max-md:max-h-none">
        {rules.toReversed().map((rule) => (
          <Rule key={rule.id} rule={rule} firedAt={firedAt.get(rule.id)} onChange={onChange} {...list} />
        ))}
      </ul>
    </Panel>
  );
}

function Rule({
  rule,
  firedAt,
  rows,
  now,
  onDelete,
  onChange,
}: ListProps & {
  readonly rule: AlertRule;
  readonly firedAt: number | undefined;
  readonly onChange: ChangeRules;
}): ReactNode {
  const announce = useAnnounce();
  const name = ruleName(rule);
  const [own = "", ...where] = rule.target.name.split(", ");
  const remove = (): void =>
    onChange(deleteRule(rule.id), (before) => {
      const index = before.findIndex(({ id }) => id === rule.id);
      const undo = (done: () => void): void => onChange(restoreRule(rule, index), done);
      onDelete({ id: rule.id, what: `Rule deleted: ${name}`, isLast: before.length === 1, undo });
    });
  return (
    <li className={`${entryClass} pl-4`}>
      <TargetIcon target={rule.target} rows={rows} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <div className="min-w-0">
          <button
            type="button"
            {...tipProps(conditionHelp(rule.condition))}
            id={rule.id}
            onClick={() => openAlertForm({ kind: "rule", rule })}
            aria-label={`Edit rule: ${name}`}
            className="block max-w-full text-left [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            <b className="font-semibold">{own}</b> <span className="text-text2">{where.join(", ")}</span>
          </button>
          <p className="truncate text-small text-text2">{ruleState(rule, firedAt, now)}</p>
        </div>
        <div className="min-w-0">
          <p>
            <NonBreakingFigures text={conditionText(rule)} />
          </p>
          <p className="truncate text-small text-text2">{againText(rule.condition)}</p>
        </div>
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        <Switch
          label={`Watch: ${name}`}
          labelHidden
          checked={!rule.paused}
          onChange={(on) =>
            onChange(saveRule({ ...rule, paused: !on }), () =>
              announce(`${on ? "Watched" : "Paused"}: ${name}.`),
            )
          }
        />
        <IconButton label={`Delete rule: ${name}`} title="Delete" icon={<Trash2 />} onClick={remove} />
      </div>
    </li>
  );
}

function ruleState({ paused, target }: AlertRule, firedAt: number | undefined, now: number): string {
  if (paused) return "paused";
  const unwatched = target.kind === "view" ? unwatchableReason(target) : undefined;
  if (unwatched !== undefined) return `not watched: it ${unwatched}`;
  return firedAt === undefined ? "no alert in the inbox" : `fired ${formatAge(firedAt, serviceTime(now))}`;
}
