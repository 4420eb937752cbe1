// Environment → Config. The only file that knows the names of the variables; everything else is given values.
import { createHmac, randomBytes } from "node:crypto";
import { readRfc3339 } from "../contract/history.ts";
import type { Retention } from "./store/market-store.ts";
import type { StoreAddress } from "./store/open-store.ts";

/** The environment as Node gives it. A variable that is set to nothing counts as not set, save CLIENT_KEYS. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface DemoConfig {
  readonly kind: "demo";
  readonly markets: number;
  /** Whether to list the markets that contradict themselves. */
  readonly faulty: boolean;
  readonly seed: number;
  /** Milliseconds since the epoch at which the demo clock stands still; absent: it runs. */
  readonly time?: number;
}

export interface UpstreamConfig {
  readonly kind: "upstream";
  /** The upstream's name for people. Everybody may read it, so it is no address unless the operator wants it so. */
  readonly label: string;
  /** With the api prefix, without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string;
  readonly keyHeader: string;
  readonly attemptTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly freshMs: number;
  readonly staleMs: number;
}

/** Where the record of all markets is kept, and how much of it. */
export interface StoreConfig {
  readonly address: StoreAddress;
  readonly everyMs: number;
  readonly retention: Retention;
}

/** Where messages are sent. All three of address, app and key are there, or none. */
export interface SendConfig {
  /** With the api prefix, without a slash at its end. */
  readonly baseUrl: string;
  /** A UUID in lower case. */
  readonly appId: string;
  readonly key: string;
  readonly keyHeader: string;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** The host as a person would type it into a browser on this machine. */
  readonly shownHost: string;
  /** The keys callers of this service may send. */
  readonly clientKeys: readonly string[];
  /** Keys that browsers may send. The first one is what the service hands them; none where only `clientKeys` open it. */
  readonly dashboardKeys: readonly string[];
  readonly source: DemoConfig | UpstreamConfig;
  /** Absent: no message is sent. */
  readonly send?: SendConfig;
  /** Absent: nothing is recorded. */
  readonly store?: StoreConfig;
  /** How many keys may have alert rules in the store; 0: none. */
  readonly alertKeys: number;
  /** The origin under which people open the dashboard. Absent: what is sent to them has no link. */
  readonly publicUrl?: string;
  readonly interstitialUrl: string;
  /** When given, the only hosts an action link may name; entries match their subdomains as well. */
  readonly actionHosts?: readonly string[];
  /** Origins other than our own whose pages may call the API. */
  readonly allowedOrigins: readonly string[];
  /** How many proxies in front of us add to X-Forwarded-For and set X-Forwarded-Proto; 0: those headers are ignored. */
  readonly trustedProxyHops: number;
  /** Requests per minute; 0 switches the limit off. */
  readonly rateLimit: { readonly perAddress: number; readonly perKey: number };
  /** When set, /metrics wants it as a bearer token. */
  readonly metricsToken?: string;
  readonly logLevel: LogLevel;
  /** Sentences the operator should read at start. None of them stops the program. */
  readonly notes: readonly string[];
}

const logLevels = ["info", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** One or more variables cannot be used. The message has one line for each and never the value of a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const publicInterstitial = "https://dial.to/";
const defaultStore = "file:data/yieldboard.db";
const defaultLabel = "Live markets";
const ownInterstitial = "/action";
const defaultKeyHeader = "x-service-client-key";
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;
const secretText = /^[\x21-\x2b\x2d-\x7e]{1,512}$/; // visible ASCII without the comma that separates a list
/** The one short key: it opens the demo, which has nothing to protect. */
export const wellKnownKey = "demo";
/** Below this a key could be found by trying. */
const shortestSecret = 24;
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);
// Headers the connection itself needs. A key under one of these names would break every request or be dropped on the way.
const reservedHeaders = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);

/**
 * Reads and judges every variable; all faults are collected before it gives up.
 * @throws ConfigError with one line per fault: the variable, what was found, what to set instead
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const notes: string[] = [];
  const known = new Set<string>();
  const text = (name: string): string | undefined => {
    known.add(name);
    return env[name] === "" ? undefined : env[name];
  };
  const refuse = (name: string, value: string, remedy: string): void =>
    void faults.push(`${name} is ${JSON.stringify(value.slice(0, 200))}. ${remedy}`);

  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (/^\d{1,15}$/.test(given) && value >= least && value <= most) return value;
    refuse(name, given, `Set a whole number from ${least} to ${most}, or unset it for ${fallback}.`);
    return fallback;
  };

  /** Such as 90s, 10m or 1h, in milliseconds. */
  const duration = (name: string, fallback: string, leastSeconds: number, mostSeconds: number): number => {
    const given = text(name) ?? fallback;
    const [, digits = "", unit = ""] = /^(\d{1,6})([smh])$/.exec(given) ?? [];
    const seconds = Number(digits) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
    if (digits !== "" && seconds >= leastSeconds && seconds <= mostSeconds) return seconds * 1000;
    refuse(
      name,
      given,
      `Set a time from ${leastSeconds}s to ${mostSeconds}s, such as 90s, 10m or 1h, or unset it for ${fallback}.`,
    );
    return leastSeconds * 1000;
  };

  const secret = (name: string): string | undefined => {
    const given = text(name);
    if (given === undefined) return undefined;
    if (secretText.test(given)) return given;
    faults.push(
      `${name} cannot be sent in a header (its value is not shown). Set 1 to 512 visible ASCII characters without spaces or commas.`,
    );
    return undefined;
  };

  const flag = (name: string): boolean => {
    const given = text(name);
    if (given !== undefined && given !== "true" && given !== "false")
      refuse(name, given, "Set true or false, or unset it for false.");
    return given === "true";
  };

  known.add("CLIENT_KEYS");
  const clientKeys = readClientKeys(env["CLIENT_KEYS"], faults);
  const requireKeyFromCallers = flag("REQUIRE_KEY_FROM_CALLERS");
  if (requireKeyFromCallers && clientKeys.includes(wellKnownKey))
    faults.push(
      "REQUIRE_KEY_FROM_CALLERS is true, but CLIENT_KEYS has the well-known key demo. Set CLIENT_KEYS to keys of your own.",
    );

  function readDemo(): DemoConfig {
    const markets = integer("DEMO_MARKETS", 529, 0, 100_000);
    const faulty = integer("DEMO_FAULTY", 0, 0, 1) === 1;
    const seed = integer("DEMO_SEED", 1, 0, 4_294_967_295);
    const timeText = text("DEMO_TIME");
    const time = timeText === undefined ? undefined : readRfc3339(timeText);
    if (timeText !== undefined && time === undefined)
      refuse(
        "DEMO_TIME",
        timeText,
        "Set an RFC 3339 time such as 2026-10-01T00:00:00Z, or unset it for a clock that runs.",
      );
    return {
      kind: "demo",
      markets,
      faulty,
      seed,
      ...(time === undefined ? {} : { time }),
    };
  }

  function readKeyHeader(name: string): string {
    const keyHeader = text(name) ?? defaultKeyHeader;
    if (!headerName.test(keyHeader) || reservedHeaders.has(keyHeader.toLowerCase()))
      refuse(
        name,
        keyHeader,
        `Set the name of the header the upstream reads its key from, or unset it for ${defaultKeyHeader}.`,
      );
    return keyHeader;
  }

  function keepFromCallers(name: string, key: string | undefined): void {
    if (key !== undefined && clientKeys.includes(key))
      faults.push(
        `CLIENT_KEYS has the value of ${name} (it is not shown): callers would hold the upstream's key. Set other keys.`,
      );
  }

  function readUpstreamAddress(name: string, keyName: string, given: string): string {
    const url = readBaseUrl(name, keyName, given, faults);
    if (url?.protocol === "http:" && !loopbackHosts.has(url.hostname))
      notes.push(
        `${name} is http, so the upstream key travels unencrypted. Use https outside a private network.`,
      );
    return url === undefined ? "" : url.href.replace(/\/+$/, "");
  }

  function readSend(): SendConfig | undefined {
    const given = text("SEND_BASE_URL");
    const appId = text("SEND_APP_ID");
    const key = secret("SEND_KEY");
    const keyHeader = readKeyHeader("SEND_KEY_HEADER");
    const named = { SEND_BASE_URL: given, SEND_APP_ID: appId, SEND_KEY: text("SEND_KEY") };
    const missing = Object.entries(named).flatMap(([name, value]) => (value === undefined ? [name] : []));
    if (missing.length === Object.keys(named).length) return undefined;
    if (missing.length > 0)
      faults.push(
        `${missing.join(" and ")} must be set as well: messages are sent with all of ${Object.keys(named).join(", ")}, or not at all. Set all three or none.`,
      );
    keepFromCallers("SEND_KEY", key);
    if (appId !== undefined && !uuid.test(appId.toLowerCase()))
      refuse("SEND_APP_ID", appId, "Set the UUID of the app that messages are sent for.");
    return {
      baseUrl: given === undefined ? "" : readUpstreamAddress("SEND_BASE_URL", "SEND_KEY", given),
      appId: (appId ?? "").toLowerCase(),
      key: key ?? "",
      keyHeader,
    };
  }

  function readUpstream(): UpstreamConfig | undefined {
    const given = text("MARKETS_BASE_URL");
    const key = secret("MARKETS_CLIENT_KEY");
    const keyHeader = readKeyHeader("MARKETS_CLIENT_KEY_HEADER");
    const attemptTimeoutMs = integer("MARKETS_ATTEMPT_TIMEOUT_MS", 10_000, 50, 120_000);
    // With the wait for a turn, shorter than the 20 s after which the dashboard gives up: it is to see the reason.
    const totalTimeoutMs = integer("MARKETS_TOTAL_TIMEOUT_MS", 15_000, 50, 300_000);
    const freshMs = integer("MARKETS_FRESH_SECONDS", 30, 0, 3600) * 1000;
    const staleMs = integer("MARKETS_STALE_SECONDS", 900, 0, 86_400) * 1000;
    if (totalTimeoutMs < attemptTimeoutMs)
      notes.push(
        "MARKETS_TOTAL_TIMEOUT_MS is less than MARKETS_ATTEMPT_TIMEOUT_MS, so no attempt may take as long as it is allowed.",
      );
    if (staleMs < freshMs)
      notes.push(
        "MARKETS_STALE_SECONDS is less than MARKETS_FRESH_SECONDS, so no kept answer stands in while the upstream fails.",
      );
    keepFromCallers("MARKETS_CLIENT_KEY", key);
    const label = (text("MARKETS_LABEL") ?? defaultLabel).trim();
    if (!/^[^\p{C}]{1,40}$/u.test(label))
      refuse("MARKETS_LABEL", label, `Set a name of 1 to 40 characters, or unset it for ${defaultLabel}.`);
    if (given === undefined) {
      if (text("MARKETS_CLIENT_KEY") !== undefined)
        faults.push(
          "MARKETS_CLIENT_KEY is set but MARKETS_BASE_URL is not. Set MARKETS_BASE_URL to the upstream's address, or unset the key for the demo.",
        );
      return undefined;
    }
    if (text("MARKETS_CLIENT_KEY") === undefined)
      faults.push(
        "MARKETS_CLIENT_KEY is not set, but MARKETS_BASE_URL is. Set it to the key the upstream gave you.",
      );
    const baseUrl = readUpstreamAddress("MARKETS_BASE_URL", "MARKETS_CLIENT_KEY", given);
    if (env["CLIENT_KEYS"] === undefined)
      notes.push(
        'CLIENT_KEYS is not set, so the well-known key "demo" opens this gateway. Set keys of your own.',
      );
    return {
      kind: "upstream",
      label,
      baseUrl,
      key: key ?? "",
      keyHeader,
      attemptTimeoutMs,
      totalTimeoutMs,
      freshMs,
      staleMs,
    };
  }

  function readStore(fallback: string): StoreConfig | undefined {
    const given = text("STORE") ?? fallback;
    const everyMs = duration("RECORD_EVERY", "10m", 10, 86_400);
    const rawDays = integer("RAW_DAYS", 90, 2, 36_500);
    const hourlyDays = integer("HOURLY_DAYS", 730, 2, 36_500);
    if (hourlyDays < rawDays)
      notes.push("HOURLY_DAYS is less than RAW_DAYS, so the means of hours are gone before the points are.");
    if (given === "off") {
      const idle = ["RECORD_EVERY", "RAW_DAYS", "HOURLY_DAYS", "ALERT_KEYS"].find(
        (name) => text(name) !== undefined,
      );
      if (idle !== undefined) notes.push(`${idle} is set, but nothing is recorded: that needs a STORE.`);
      return undefined;
    }
    const address = readStoreAddress(given);
    if (address !== undefined) return { address, everyMs, retention: { rawDays, hourlyDays } };
    // It may hold a password.
    faults.push(
      "STORE names no store (its value is not shown). Set file: and a path such as file:data/yieldboard.db, an address such as postgres://user:password@host/database, or off.",
    );
    return undefined;
  }

  const demo = readDemo();
  const upstream = readUpstream();
  const store = readStore(upstream === undefined ? "off" : defaultStore);
  const send = readSend();
  const host = text("HOST") ?? "127.0.0.1";
  if (!/^[A-Za-z0-9.:_-]{1,255}$/.test(host))
    refuse("HOST", host, "Set an address or host name to listen on, such as 127.0.0.1, 0.0.0.0 or ::.");

  const levelText = text("LOG_LEVEL") ?? "info";
  const logLevel = logLevels.find((level) => level === levelText);
  if (logLevel === undefined) refuse("LOG_LEVEL", levelText, `Use ${logLevels.join(", ")}.`);

  const metricsToken = secret("METRICS_TOKEN");
  const publicUrl = readPublicUrl(text("PUBLIC_URL"), faults);
  if (publicUrl !== undefined && send === undefined)
    notes.push(
      "PUBLIC_URL is set, but nothing is sent: messages need SEND_BASE_URL, SEND_APP_ID and SEND_KEY.",
    );
  const actionHosts = readActionHosts(text("ACTION_HOSTS"), faults);
  const config: Config = {
    port: integer("PORT", 4173, 0, 65_535),
    host,
    shownHost: shownHostFor(text("HOST")),
    clientKeys,
    dashboardKeys: requireKeyFromCallers ? [] : readDashboardKeys(text("DASHBOARD_SECRET"), faults),
    source: upstream ?? demo,
    ...(send === undefined ? {} : { send }),
    ...(store === undefined ? {} : { store }),
    alertKeys: integer("ALERT_KEYS", 1000, 0, 100_000),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    interstitialUrl: readInterstitial(
      text("INTERSTITIAL_URL"),
      upstream === undefined ? ownInterstitial : publicInterstitial,
      faults,
    ),
    ...(actionHosts === undefined ? {} : { actionHosts }),
    allowedOrigins: readOrigins(text("ALLOWED_ORIGINS"), faults),
    trustedProxyHops: integer("TRUSTED_PROXY_HOPS", 0, 0, 10),
    rateLimit: {
      perAddress: integer("RATE_LIMIT_PER_ADDRESS", 3000, 0, 10_000_000),
      perKey: integer("RATE_LIMIT_PER_KEY", 30_000, 0, 10_000_000),
    },
    ...(metricsToken === undefined ? {} : { metricsToken }),
    logLevel: logLevel ?? "info",
    notes,
  };
  notes.push(...misspelt(Object.keys(env), known));
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return config;
}

/** A name nobody reads would leave a limit, a key or another source out without a word. @param known all that is read */
function misspelt(names: readonly string[], known: ReadonlySet<string>): string[] {
  return names.flatMap((name) => {
    if (known.has(name)) return [];
    // Of short names HOME is two letters from HOST.
    const meant = [...known].find((one) => distance(name, one) <= (one.length < 8 ? 1 : 2));
    if (meant === undefined && !/^(?:MARKETS|DEMO|SEND|RECORD|ALERT)_/.test(name)) return [];
    const hint = meant === undefined ? "Look for a mistake in its name." : `Did you mean ${meant}?`;
    return [`${name} is set, but there is no such variable. ${hint}`];
  });
}

/** How many letters have to be added, left out or replaced to make one text of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [at, same] of Array.from(other).entries()) {
      const replaced = (row[at] ?? 0) + (letter === same ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The default, and every "all addresses", is localhost to the person at the machine. */
function shownHostFor(given: string | undefined): string {
  if (given === undefined || given === "0.0.0.0" || given === "::") return "localhost";
  return given.includes(":") ? `[${given}]` : given;
}

/** A key for each secret, from which the secret cannot be found. Without a secret it is a key of this run alone. */
function readDashboardKeys(given: string | undefined, faults: string[]): readonly string[] {
  const secrets = given?.split(",").map((item) => item.trim()) ?? [randomBytes(32).toString("base64url")];
  if (!secrets.every((secret) => secret.length >= shortestSecret))
    faults.push(
      `DASHBOARD_SECRET is shorter than ${shortestSecret} characters (its value is not shown). Set a random text, such as that of: openssl rand -base64 32`,
    );
  return secrets.map((secret) =>
    createHmac("sha256", secret).update("yieldboard dashboard key").digest("base64url"),
  );
}

function readClientKeys(given: string | undefined, faults: string[]): readonly string[] {
  const keys = [...new Set((given ?? wellKnownKey).split(",").map((key) => key.trim()))].filter(
    (key) => key !== "",
  );
  if (keys.length === 0)
    faults.push(
      "CLIENT_KEYS is empty. Set at least one key, several separated by commas, or unset it for demo.",
    );
  if (!keys.every((key) => secretText.test(key)))
    faults.push(
      "CLIENT_KEYS has a key that cannot be sent in a header (its value is not shown). Use visible ASCII characters without spaces, several keys separated by commas.",
    );
  if (keys.some((key) => key.length < shortestSecret && key !== wellKnownKey))
    faults.push(
      `CLIENT_KEYS has a key shorter than ${shortestSecret} characters (its value is not shown). Set random keys, such as those of: openssl rand -hex 24`,
    );
  return keys;
}

/** @param keyName the variable a key belongs in, should somebody have put one into the address */
function readBaseUrl(name: string, keyName: string, given: string, faults: string[]): URL | undefined {
  const url = parseAddress(given);
  if (url !== null && (url.username !== "" || url.password !== "")) {
    faults.push(
      `${name} holds a user name or password (its value is not shown). Put the key in ${keyName} and leave the address plain.`,
    );
    return undefined;
  }
  if (url !== null && (url.search !== "" || url.hash !== "")) {
    // A query may be somebody's idea of where a key goes: it is not echoed.
    faults.push(
      `${name} has a query or a fragment (its value is not shown). Set the address up to and including the api prefix, such as https://markets.example/api.`,
    );
    return undefined;
  }
  if (url !== null && (url.protocol === "https:" || url.protocol === "http:")) return url;
  faults.push(
    `${name} is ${JSON.stringify(given.slice(0, 200))}. Set an http or https address with the api prefix, such as https://markets.example/api.`,
  );
  return undefined;
}

function readStoreAddress(given: string): StoreAddress | undefined {
  const path = /^file:([^\0]+)$/.exec(given)?.[1];
  if (path !== undefined) return { kind: "file", path: path.replace(/^\/\/(?=\/)/, "") };
  const url = parseAddress(given);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === "") return undefined;
  return { kind: "postgres", url: given };
}

/** The dashboard is served from the root, so its address is an origin; one slash at its end makes no difference. */
function readPublicUrl(given: string | undefined, faults: string[]): string | undefined {
  if (given === undefined) return undefined;
  const origin = given.replace(/\/$/, "");
  const url = parseAddress(origin);
  const secure = url?.protocol === "https:" || (url?.protocol === "http:" && loopbackHosts.has(url.hostname));
  if (url !== null && secure && url.origin === origin) return origin;
  faults.push(
    url !== null && (url.username !== "" || url.password !== "")
      ? "PUBLIC_URL holds a user name or password (its value is not shown). Leave the address plain."
      : `PUBLIC_URL is ${JSON.stringify(given.slice(0, 200))}. Set the https origin under which people open the dashboard, such as https://yields.example, without a path.`,
  );
  return undefined;
}

function readInterstitial(given: string | undefined, fallback: string, faults: string[]): string {
  if (given === undefined) return fallback;
  // Root-relative is a page of the dashboard; "//host" would leave it without saying so.
  if (/^\/(?![/\\])[^\s?#\\]*$/.test(given)) return given;
  const url = parseAddress(given);
  const plain =
    url !== null &&
    (url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname))) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "";
  if (plain) return url.href;
  faults.push(
    `INTERSTITIAL_URL is ${JSON.stringify(given.slice(0, 200))}. Set an https address without query or fragment, such as https://dial.to/, or a path of this site such as /action.`,
  );
  return fallback;
}

function readActionHosts(given: string | undefined, faults: string[]): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const hosts = [...new Set(given.split(",").map((host) => host.trim().toLowerCase()))].filter(
    (host) => host !== "",
  );
  if (hosts.length === 0)
    faults.push(
      "ACTION_HOSTS names no host, so no action could be opened. Set host names, or unset it for any.",
    );
  for (const host of hosts)
    if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(host))
      faults.push(
        `ACTION_HOSTS has ${JSON.stringify(host.slice(0, 200))}. Set host names such as dial.to, separated by commas.`,
      );
  return hosts;
}

function readOrigins(given: string | undefined, faults: string[]): readonly string[] {
  if (given === undefined) return [];
  const origins = [...new Set(given.split(",").map((origin) => origin.trim()))].filter(
    (origin) => origin !== "",
  );
  for (const origin of origins) {
    const url = parseAddress(origin);
    if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== origin || origin.includes("*"))
      faults.push(
        `ALLOWED_ORIGINS has ${JSON.stringify(origin.slice(0, 200))}. Set origins such as https://yields.example, without a path or a slash at the end, separated by commas.`,
      );
  }
  return origins;
}

function parseAddress(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
