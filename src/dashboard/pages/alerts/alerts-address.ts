// The address of the alerts page: which events of the inbox are shown.
import { readParameter, withParameters } from "../../view-state/address.ts";
import { topicOf, type AlertTopic } from "./alert-words.ts";
import type { InboxItem } from "../../data/alerts/kept-alerts.ts";

export const inboxFilters = ["all", "new", "rates", "caps", "loans", "prices", "views"] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export function readInboxFilter(search: string): InboxFilter {
  const asked = readParameter(search, "inbox");
  return inboxFilters.find((filter) => filter === asked) ?? "all";
}

export function withInboxFilter(search: string, filter: InboxFilter): string {
  return withParameters(search, [["inbox", filter === "all" ? undefined : filter]]);
}

/** Whether an event that was told is shown. */
export function showsItem(filter: InboxFilter, { event, read }: InboxItem): boolean {
  if (filter === "all") return true;
  if (filter === "new") return !read;
  return topicOf(event.rule) === (filter satisfies AlertTopic);
}
