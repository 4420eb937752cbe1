import { Ellipsis, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AlertRule } from "../../../contract/alerts/rule.ts";
import { dayMs, dayOf } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { serviceTime } from "../../data/clock.ts";
import { forgetEvent, markRead, type InboxItem } from "../../data/alerts/kept-alerts.ts";
import { leverageText } from "../../../domain/market/market-text.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { formatDayHeading } from "../../../domain/format/time-of-day.ts";
import { formatTimeOfDay, formatUntil } from "../../../domain/format/time.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { buttonClass } from "../../ui/fields/button.tsx";
import { useShowMore } from "../../ui/fields/show-more.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { useAlertRules } from "../../queries/alerts.ts";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { tipProps } from "../../ui/overlay/tooltip.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { eventWords } from "../../../domain/alerts/alert-words.ts";
import { TargetIcon, targetHref } from "./target-icon.tsx";
import { conditionHelp, entryClass, type ListProps } from "./alert-entry.ts";

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

interface InboxProps extends ListProps {
  readonly announced: readonly InboxItem[];
  readonly deferred: readonly InboxItem[];
  readonly create: ReactNode;
}

export function Inbox({ announced, deferred, create, ...list }: InboxProps): ReactNode {
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
