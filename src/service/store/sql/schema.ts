import { amountNames, figureNames, meanNames, type MeanName } from "../../../domain/record/figures.ts";

const columnNames = new Map<string, string>(
  meanNames.map((name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
);
export const figureColumns = figureNames.map(columnOf);
export const meanColumns = meanNames.map(columnOf);

export function columnOf(name: MeanName): string {
  return columnNames.get(name) ?? name;
}

/** Rates are stored in 1e-8, because SQLite stores whole numbers in half the space. The view divides them. */
export const rateUnit = 1e8;

export function isRate(name: MeanName): boolean {
  return !amountNames.has(name);
}

interface Cells {
  bigint: number;
  "bigint null": number | null;
  text: string;
  bytea: Uint8Array;
  "double precision": number | null;
}

/** Times are seconds since the epoch. Flags are 0 or 1, as both engines support. Figure columns are added by name. */
const columns = {
  market: {
    key: "bigint",
    id: "text",
    type: "text",
    provider: "text",
    first_seen: "bigint",
    gone_since: "bigint null",
    body: "text",
    other_debt: "bigint",
  },
  snapshot_row: { market: "bigint", time: "bigint", until: "bigint null" },
  hourly: { market: "bigint", time: "bigint" },
  daily: { market: "bigint", time: "bigint" },
  event: {
    time: "bigint",
    market: "bigint",
    kind: "text",
    field: "text",
    before: "double precision",
    after: "double precision",
  },
  poll: { time: "bigint", complete: "bigint", markets: "bigint", pages: "bigint", set_aside: "bigint" },
  lease: { name: "text", holder: "text", token: "bigint", until: "bigint" },
  listing: { name: "text", version: "bigint", kept_at: "bigint", bytes: "bytea" },
  source: { name: "text", fingerprint: "text" },
  schema_version: { version: "bigint" },
  /** Times in milliseconds. Texts are JSON; "" means none. The rules name the wallet `send_to` since `send_since`. */
  alert_keys: {
    owner: "text",
    version: "bigint",
    touched: "bigint",
    rules: "text",
    states: "text",
    send_to: "text",
    send_since: "bigint",
    quiet: "text",
    digest: "text",
  },
  /** `loan_rule`: id of the rule of a loan event, whose body names its wallet. */
  alert_events: { owner: "text", seq: "bigint", body: "text", loan_rule: "text" },
  /** `done` is 0 while a message waits. Sent rows keep neither wallet nor text. */
  alert_messages: {
    id: "text",
    owner: "text",
    wallet: "text",
    recipient: "text",
    title: "text",
    body: "text",
    link: "text",
    since: "bigint",
    due: "bigint",
    tries: "bigint",
    done: "bigint",
    moved: "bigint",
    loan: "bigint",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof Cells>>>>;

type Columns = typeof columns;
type Row<Name extends keyof Columns> = {
  [Column in keyof Columns[Name]]: Columns[Name][Column] extends keyof Cells
    ? Cells[Columns[Name][Column]]
    : never;
};

export type Tables = { [Name in keyof Columns]: Row<Name> } & {
  /** A view. A snapshot is valid until the market's next one, `until` or the end of the hour. */
  snapshot: Row<"snapshot_row">;
};

export interface Table {
  readonly name: string;
  /** In the order of the values in a row. */
  readonly columns: readonly (readonly [name: string, type: keyof Cells])[];
  readonly key: readonly string[];
}

function table(name: keyof Columns, key: readonly string[], figures: readonly string[] = []): Table {
  const own: Readonly<Record<string, keyof Cells>> = columns[name];
  const added = figures.map((figure) => [figure, "double precision"] as const);
  return { name, columns: [...Object.entries(own), ...added], key };
}

export const tables = {
  market: table("market", ["key"]),
  snapshotRow: table("snapshot_row", ["market", "time"], figureColumns),
  hourly: table("hourly", ["market", "time"], meanColumns),
  daily: table("daily", ["market", "time"], meanColumns),
  event: table("event", ["time", "market", "kind", "field"]),
  poll: table("poll", ["time"]),
  listing: table("listing", ["name"]),
  lease: table("lease", ["name"]),
  source: table("source", ["name"]),
  alertKeys: table("alert_keys", ["owner"]),
  alertEvents: table("alert_events", ["owner", "seq"]),
  alertMessages: table("alert_messages", ["id"]),
};
