import { Bell, Ellipsis, TriangleAlert } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { dayMs, dayOf } from "../../../contract/units.ts";
import { askForAlert } from "../../data/alerts/alert-draft.ts";
import { forgetEvent, keptRules, markRead, type InboxItem } from "../../data/alerts/kept-alerts.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { leverageText } from "../../market/loops/leverage.ts";
import { countOf, formatCount } from "../../format/number.ts";
import { formatDayHeading } from "../../format/time-of-day.ts";
import { formatTimeOfDay, formatUntil } from "../../format/time.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Button, buttonClass, IconButton } from "../../ui/fields/button.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { changeSearch, hrefTo, useSearch } from "../../view-state/address.ts";
import { eventWords, ruleName } from "./alert-words.ts";
import {
  inboxFilters,
  readInboxFilter,
  showsItem,
  withInboxFilter,
  type InboxFilter,
} from "./alerts-address.ts";
import { TargetMark, targetHref } from "./target-mark.tsx";

const filterNames: Readonly<Record<InboxFilter, string>> = {
  all: "All",
  new: "New",
  rates: "Rates",
  caps: "Caps",
  loans: "Loans",
  prices: "Prices",
  views: "Views",
};

const emptyWords: Readonly<Record<Exclude<InboxFilter, "all">, string>> = {
  new: "Everything has been read.",
  rates: "No rate has rung.",
  caps: "No deposit limit has rung.",
  loans: "No loan has rung.",
  prices: "No price has rung.",
  views: "No view has rung.",
};

/** Events drawn at first, and added with each press. On a phone the rules are below them. */
const pages = { phone: 10, wide: 50 } as const;

interface InboxProps {
  readonly told: readonly InboxItem[];
  /** Events that wait for the end of quiet hours or the digest. */
  readonly held: readonly InboxItem[];
  readonly rows: ReadonlyMap<string, MarketRow>;
  readonly hasRules: boolean;
  readonly now: number;
  readonly onUndo: (what: string, undo: () => void) => void;
}

export function Inbox({ told, held, rows, hasRules, now, onUndo }: InboxProps): ReactNode {
  const search = useSearch();
  const filter = readInboxFilter(search);
  const unread = told.filter(({ read }) => !read).length;
  const [extra, setExtra] = useState({ filter, count: 0 });
  const shown = useMemo(() => told.filter((item) => showsItem(filter, item)), [told, filter]);
  const pageOf = pages[useIsPhone() ? "phone" : "wide"];
  const count = pageOf + (extra.filter === filter ? extra.count : 0);
  const days = useMemo(() => byDay(shown.slice(0, count)), [shown, count]);
  const older = shown.slice(count);
  const oldest = older.at(-1);
  return (
    <Panel
      heading="Inbox"
      description={told.length === 0 ? undefined : "Times are UTC"}
      actions={
        <div className="-mx-4 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
          <Segmented
            label="Events shown"
            className="whitespace-nowrap"
            options={inboxFilters.map((value) => ({
              value,
              label:
                value === "new" && unread > 0
                  ? `${filterNames.new} ${formatCount(unread).text}`
                  : filterNames[value],
            }))}
            value={filter}
            onChange={(value) => changeSearch((before) => withInboxFilter(before, value), "replace")}
          />
        </div>
      }
    >
      {held.length === 0 ? null : <Held held={held} now={now} />}
      {days.length === 0 ? (
        <div className="px-4 py-10 text-center text-text2">
          {filter !== "all" && told.length > 0 ? (
            <p>{emptyWords[filter]}</p>
          ) : hasRules ? (
            <p>Nothing has rung yet.</p>
          ) : (
            <>
              <p>Nothing has rung: there are no rules yet.</p>
              <p className="mt-1">
                <Link
                  href={hrefTo("/", search)}
                  className="inline-flex items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11"
                >
                  Choose a market
                </Link>{" "}
                and make one from its menu of actions, or save a view and ring its bell.
              </p>
            </>
          )}
        </div>
      ) : (
        days.map(({ day, items }) => (
          <div key={day}>
            <h3 className="border-b border-line bg-canvas px-4 py-1.5 text-small text-text2">
              {formatDayHeading(day * dayMs, now)}
            </h3>
            <ul aria-label={`Events of ${formatDayHeading(day * dayMs, now)}`}>
              {items.map((item) => (
                <Event key={item.event.id} item={item} rows={rows} onUndo={onUndo} />
              ))}
            </ul>
          </div>
        ))
      )}
      {oldest === undefined ? null : (
        <div className="px-2 py-1.5">
          <Button variant="quiet" onClick={() => setExtra({ filter, count })}>
            Show {formatCount(Math.min(pageOf, older.length)).text} older of {formatCount(older.length).text}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function byDay(
  items: readonly InboxItem[],
): readonly { readonly day: number; readonly items: InboxItem[] }[] {
  const days: { readonly day: number; readonly items: InboxItem[] }[] = [];
  for (const item of items) {
    const day = dayOf(item.event.at);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

function Held({ held, now }: Pick<InboxProps, "held" | "now">): ReactNode {
  const next = Math.min(...held.map(({ due }) => due));
  return (
    <p className="border-b border-line px-4 py-2 text-small text-text2">
      {countOf(held.length, "event is", "events are")} held back: quiet hours or the digest. The next comes{" "}
      {formatUntil(next, now)}.
    </p>
  );
}

function Event({
  item,
  rows,
  onUndo,
}: Pick<InboxProps, "rows" | "onUndo"> & { readonly item: InboxItem }): ReactNode {
  const { event, read } = item;
  const { rule } = event;
  const { what, detail, value, warns } = eventWords(event);
  const { target, condition } = rule;
  const row = target.kind === "market" ? rows.get(target.id) : undefined;
  const ofRate = condition.kind === "threshold" && condition.measure === "depositApy";
  const leverage = row === undefined || !ofRate ? undefined : leverageText(row);
  const announce = useAnnounce();
  // The rule as it is now; the event has it as it was then.
  const change = (): void =>
    askForAlert({ kind: "rule", rule: keptRules().find(({ id }) => id === rule.id) ?? rule });
  return (
    <li className="relative flex items-center gap-3 border-b border-line py-2 pr-2 pl-6 last:border-b-0 hover:bg-hover md:pr-3">
      {read ? null : (
        <span className="absolute top-1/2 left-2.5 size-1.5 -translate-y-1/2 rounded-full bg-accent forced-color-adjust-none">
          <span className="sr-only">New</span>
        </span>
      )}
      <TargetMark target={rule.target} rows={rows} />
      <div className="min-w-0 flex-1">
        <Link
          href={targetHref(rule.target, "")}
          onClick={() => markRead(true, event.id)}
          className="[overflow-wrap:anywhere] after:absolute after:inset-0"
        >
          {warns ? (
            <TriangleAlert aria-hidden="true" className="mr-1.5 -mt-0.5 inline size-3.5 text-danger" />
          ) : null}
          <b className="font-semibold">{rule.target.name}</b> <span className="text-text2">{what}</span>
        </Link>
        <p className="text-small [overflow-wrap:anywhere] text-text2">{detail}</p>
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
        <IconButton
          label={`Change the rule: ${ruleName(rule)}`}
          title="Change the rule"
          className="max-md:hidden"
          icon={<Bell aria-hidden="true" className="size-4" />}
          onClick={change}
        />
        <Menu
          label={`More about ${rule.target.name}`}
          className={buttonClass("quiet", "normal", "min-w-7")}
          items={[
            {
              key: "read",
              label: read ? "Mark as unread" : "Mark as read",
              onSelect: () => markRead(!read, event.id),
            },
            { key: "rule", label: "Change the rule", onSelect: change },
            {
              key: "delete",
              label: "Delete",
              parted: true,
              onSelect: () => {
                onUndo("Event deleted", forgetEvent(event.id));
                announce("Event deleted.");
              },
            },
          ]}
        >
          <Ellipsis aria-hidden="true" className="size-4" />
        </Menu>
      </div>
    </li>
  );
}
