import { amountNames, columnOf, figureNames, meanNames, type MeanName } from "../figures.ts";

export const figureColumns = figureNames.map(columnOf);
export const meanColumns: readonly string[] = meanNames.map(columnOf);

export function meanColumn(name: MeanName): string {
  return meanColumns[meanNames.indexOf(name)] ?? name;
}

/** Rates are stored in this unit, because SQLite stores whole doubles in half the room. The view divides them. */
export const rateUnit = 1e8;

export function isRate(name: MeanName): boolean {
  return !amountNames.has(name);
}

/** Times are seconds since the epoch, flags 0 or 1, which both engines have. The figures are added by name. */
export interface Tables {
  market: {
    key: number;
    id: string;
    type: string;
    provider: string;
    first_seen: number;
    gone_since: number | null;
    body: string;
    other_debt: number;
  };
  snapshot_row: { market: number; time: number; until: number | null };
  /** A view. Valid until the market's next snapshot, `until` or the end of the hour. */
  snapshot: { market: number; time: number; until: number | null };
  hourly: { market: number; time: number };
  daily: { market: number; time: number };
  event: {
    time: number;
    market: number;
    kind: string;
    field: string;
    before: number | null;
    after: number | null;
  };
  poll: { time: number; complete: number; markets: number; pages: number; set_aside: number };
  lease: { name: string; holder: string; token: number; until: number };
  listing: { name: string; version: number; kept_at: number; bytes: Uint8Array };
  source: { name: string; fingerprint: string };
  schema_version: { version: number };
  /** Texts are JSON, empty for none. */
  alert_keys: {
    owner: string;
    version: number;
    touched: number;
    rules: string;
    states: string;
    send_to: string;
    /** Since when the rules name this wallet. */
    send_since: number;
    quiet: string;
    digest: string;
  };
  /** `loan_rule`: the rule of a loan event, which names its wallet. */
  alert_events: { owner: string; seq: number; body: string; loan_rule: string };
  /** `done` is 0 while waiting; sent rows keep neither wallet nor text. */
  alert_messages: {
    id: string;
    owner: string;
    wallet: string;
    recipient: string;
    title: string;
    body: string;
    link: string;
    since: number;
    due: number;
    tries: number;
    done: number;
    moved: number;
    loan: number;
  };
}

export interface Table {
  readonly name: string;
  /** In the order of a row's values. */
  readonly columns: readonly (readonly [
    name: string,
    type: "bigint" | "text" | "bytea" | "double precision",
  ])[];
  readonly key: readonly string[];
}

export const snapshotRow: Table = {
  name: "snapshot_row",
  columns: [
    ["market", "bigint"],
    ["time", "bigint"],
    ["until", "bigint"],
    ...figureColumns.map((column) => [column, "double precision"] as const),
  ],
  key: ["market", "time"],
};

const meansTable = (name: string): Table => ({
  name,
  columns: [
    ["market", "bigint"],
    ["time", "bigint"],
    ...meanColumns.map((column) => [column, "double precision"] as const),
  ],
  key: ["market", "time"],
});
export const hourly = meansTable("hourly");
export const daily = meansTable("daily");

export const market: Table = {
  name: "market",
  columns: [
    ["key", "bigint"],
    ["id", "text"],
    ["type", "text"],
    ["provider", "text"],
    ["first_seen", "bigint"],
    ["gone_since", "bigint"],
    ["body", "text"],
    ["other_debt", "bigint"],
  ],
  key: ["key"],
};
export const event: Table = {
  name: "event",
  columns: [
    ["time", "bigint"],
    ["market", "bigint"],
    ["kind", "text"],
    ["field", "text"],
    ["before", "double precision"],
    ["after", "double precision"],
  ],
  key: ["time", "market", "kind", "field"],
};
export const poll: Table = {
  name: "poll",
  columns: [
    ["time", "bigint"],
    ["complete", "bigint"],
    ["markets", "bigint"],
    ["pages", "bigint"],
    ["set_aside", "bigint"],
  ],
  key: ["time"],
};
