// The only module that reads the environment.
import * as z from "zod/mini";
import { readRfc3339 } from "../contract/history.ts";
import type { StoreAddress } from "./store/open-store.ts";

type Refuse = (message: string) => void;
type Read<Value> = (text: string, refuse: Refuse) => Value;

export const variableDefaults = z.registry<{ readonly byDefault: string }>();

function reading<Value>(read: (given: string | undefined, refuse: Refuse) => Value) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((given, context) =>
      read(given, (message) => context.issues.push({ code: "custom", message, input: given })),
    ),
  );
}

/** Empty counts as not set. */
function optional<Value>(read: Read<Value>) {
  return reading((given = "", refuse) => (given === "" ? undefined : read(given, refuse)));
}

function variable<Value>(byDefault: string, read: Read<Value>) {
  return reading((given = "", refuse) => read(given === "" ? byDefault : given, refuse)).register(
    variableDefaults,
    { byDefault },
  );
}

/** Not for secrets. */
function found(text: string, remedy: string): string {
  return `is ${JSON.stringify(text.slice(0, 200))}. ${remedy}`;
}

function integer(byDefault: number, least: number, most: number) {
  return variable(String(byDefault), (text, refuse) => {
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < least || value > most)
      refuse(found(text, `Set a whole number from ${least} to ${most}, or unset it for ${byDefault}.`));
    return value;
  });
}

/** Such as 90s, 10m or 1h; in milliseconds. */
function duration(byDefault: string, leastSeconds: number, mostSeconds: number) {
  return variable(byDefault, (text, refuse) => {
    const [, digits = "", unit = ""] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
    const seconds = Number(digits) * (unit === "h" ? 3600 : unit === "m" ? 60 : 1);
    if (digits === "" || seconds < leastSeconds || seconds > mostSeconds)
      refuse(
        found(
          text,
          `Set a time from ${leastSeconds}s to ${mostSeconds}s, such as 90s, 10m or 1h, or unset it for ${byDefault}.`,
        ),
      );
    return seconds * 1000;
  });
}

function word<const Word extends string>(byDefault: Word, words: readonly Word[]) {
  return variable(byDefault, (text, refuse) => {
    const known = words.find((each) => each === text);
    if (known === undefined) refuse(found(text, `Use ${words.join(", ")}.`));
    return known ?? byDefault;
  });
}

function matching(byDefault: string, form: RegExp, remedy: string) {
  return variable(byDefault, (given, refuse) => {
    if (!form.test(given)) refuse(found(given, remedy));
    return given;
  });
}

/** Visible ASCII except the comma, which separates lists. */
const secretText = /^[\x21-\x2b\x2d-\x7e]{1,512}$/;
const shortestSecret = 24;
/** The exception: it opens the demo, which has nothing to protect. */
export const wellKnownKey = "demo";

const secret = () =>
  optional((given, refuse) => {
    if (!secretText.test(given))
      refuse(
        "cannot be sent in a header (its value is not shown). Set 1 to 512 visible ASCII characters without spaces or commas.",
      );
    return given;
  });

function splitList(given: string): readonly string[] {
  return [...new Set(given.split(",").map((item) => item.trim()))].filter((item) => item !== "");
}

/** Empty is not the default here: it would disable all keys, which is a mistake. */
const clientKeys = reading((given = wellKnownKey, refuse) => {
  const keys = splitList(given);
  if (keys.length === 0)
    refuse("is empty. Set at least one key, several separated by commas, or unset it for demo.");
  if (!keys.every((key) => secretText.test(key)))
    refuse(
      "has a key that cannot be sent in a header (its value is not shown). Use visible ASCII characters without spaces, several keys separated by commas.",
    );
  if (keys.some((key) => key.length < shortestSecret && key !== wellKnownKey))
    refuse(
      `has a key shorter than ${shortestSecret} characters (its value is not shown). Set random keys, such as from: openssl rand -hex 24`,
    );
  return keys;
}).register(variableDefaults, { byDefault: wellKnownKey });

const dashboardSecrets = optional((given, refuse) => {
  const secrets = given.split(",").map((item) => item.trim());
  if (!secrets.every((each) => each.length >= shortestSecret))
    refuse(
      `is shorter than ${shortestSecret} characters (its value is not shown). Set a random text, such as from: openssl rand -base64 32`,
    );
  return secrets;
});

// The connection itself uses these headers: a key in one would break requests or be dropped.
const reservedHeaders =
  /^(?:accept|accept-encoding|connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$/i;

const keyHeader = () =>
  variable("x-service-client-key", (given, refuse) => {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(given) || reservedHeaders.test(given))
      refuse(
        found(
          given,
          "Set the name of the header the upstream reads its key from, or unset it for x-service-client-key.",
        ),
      );
    return given;
  });

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isUnencrypted(address: string): boolean {
  const url = parseAddress(address);
  return url?.protocol === "http:" && !loopbackHosts.has(url.hostname);
}

function parseAddress(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

const baseUrl = (keyName: string) =>
  optional((given, refuse) => {
    const url = parseAddress(given);
    if (url !== null && (url.username !== "" || url.password !== ""))
      refuse(
        `holds a user name or password (its value is not shown). Put the key in ${keyName} and leave the address plain.`,
      );
    // Not echoed, because a query may contain a key.
    else if (url !== null && (url.search !== "" || url.hash !== ""))
      refuse(
        "has a query or a fragment (its value is not shown). Set the address up to and including the api prefix, such as https://markets.example/api.",
      );
    else if (url?.protocol !== "https:" && url?.protocol !== "http:")
      refuse(
        found(
          given,
          "Set an http or https address with the api prefix, such as https://markets.example/api.",
        ),
      );
    return url?.href.replace(/\/+$/, "") ?? "";
  });

const sourceKinds = ["demo", "defillama", "upstream"] as const;

/** Default: upstream where its address is set, else demo. */
const sourceKind = optional((given, refuse) => {
  const known = sourceKinds.find((each) => each === given);
  if (known === undefined) refuse(found(given, `Use ${sourceKinds.join(", ")}.`));
  return known;
});

const publicApi = (byDefault: string) =>
  variable(byDefault, (given, refuse) => {
    const url = parseAddress(given);
    const isSecure =
      url?.protocol === "https:" || (url?.protocol === "http:" && loopbackHosts.has(url.hostname));
    if (!isSecure || [url.username, url.password, url.search, url.hash].some((part) => part !== ""))
      refuse(found(given, `Set an https address without query or fragment, or unset it for ${byDefault}.`));
    return given.replace(/\/+$/, "");
  });

const demoTime = optional((given, refuse) => {
  const time = readRfc3339(given);
  if (time === undefined)
    refuse(
      found(given, "Set an RFC 3339 time such as 2026-10-01T00:00:00Z, or unset it for a clock that runs."),
    );
  return time;
});

const appId = optional((given, refuse) => {
  const id = given.toLowerCase();
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    refuse(found(given, "Set the UUID of the app that messages are sent for."));
  return id;
});

const store = optional((given, refuse): "off" | StoreAddress => {
  if (given === "off") return "off";
  const path = /^file:([^\0]+)$/.exec(given)?.[1];
  if (path !== undefined) return { kind: "file", path: path.replace(/^\/\/(?=\/)/, "") };
  const url = parseAddress(given);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === "")
    // Not echoed, because it may contain a password.
    refuse(
      "names no store (its value is not shown). Set file: and a path such as file:data/yieldboard.db, an address such as postgres://user:password@host/database, or off.",
    );
  return { kind: "postgres", url: given };
});

/** An origin, because the dashboard is served from the root. */
const publicUrl = optional((given, refuse) => {
  const origin = given.replace(/\/$/, "");
  const url = parseAddress(origin);
  const isSecure =
    url?.protocol === "https:" || (url?.protocol === "http:" && loopbackHosts.has(url.hostname));
  if (url !== null && (url.username !== "" || url.password !== ""))
    refuse("holds a user name or password (its value is not shown). Leave the address plain.");
  else if (!isSecure || url.origin !== origin)
    refuse(
      found(
        given,
        "Set the https origin under which people open the dashboard, such as https://yields.example, without a path.",
      ),
    );
  return origin;
});

const interstitialUrl = optional((given, refuse) => {
  // Root-relative is the dashboard's own page; "//host" would be another site.
  if (/^\/(?![/\\])[^\s?#\\]*$/.test(given)) return given;
  const url = parseAddress(given);
  const isPlain =
    url !== null &&
    (url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname))) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "");
  if (!isPlain)
    refuse(
      found(
        given,
        "Set an https address without query or fragment, such as https://dial.to/, or a path of this site such as /action.",
      ),
    );
  return url?.href ?? given;
});

const actionHosts = optional((given, refuse) => {
  const hosts = splitList(given.toLowerCase());
  if (hosts.length === 0)
    refuse("names no host, so no action could be opened. Set host names, or unset it for any.");
  for (const host of hosts)
    if (!/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(host))
      refuse(
        `has ${JSON.stringify(host.slice(0, 200))}. Set host names such as dial.to, separated by commas.`,
      );
  return hosts;
});

const allowedOrigins = optional((given, refuse) => {
  const origins = splitList(given);
  for (const origin of origins) {
    const url = parseAddress(origin);
    if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== origin || origin.includes("*"))
      refuse(
        `has ${JSON.stringify(origin.slice(0, 200))}. Set origins such as https://yields.example, without a path or a slash at the end, separated by commas.`,
      );
  }
  return origins;
});

const flag = () =>
  variable("false", (given, refuse) => {
    if (given !== "true" && given !== "false")
      refuse(found(given, "Set true or false, or unset it for false."));
    return given === "true";
  });

export const logLevels = ["info", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export const environment = z.object({
  PORT: integer(4173, 0, 65_535),
  HOST: matching(
    "127.0.0.1",
    /^[A-Za-z0-9.:_-]{1,255}$/,
    "Set an address or host name to listen on, such as 127.0.0.1, 0.0.0.0 or ::.",
  ),
  CLIENT_KEYS: clientKeys,
  DASHBOARD_SECRET: dashboardSecrets,
  REQUIRE_KEY_FROM_CALLERS: flag(),
  ALLOWED_ORIGINS: allowedOrigins,
  TRUSTED_PROXY_HOPS: integer(0, 0, 10),
  RATE_LIMIT_PER_ADDRESS: integer(3000, 0, 10_000_000),
  RATE_LIMIT_PER_KEY: integer(30_000, 0, 10_000_000),
  METRICS_TOKEN: secret(),
  LOG_LEVEL: word("info", logLevels),
  INTERSTITIAL_URL: interstitialUrl,
  ACTION_HOSTS: actionHosts,
  SOURCE: sourceKind,
  DEFILLAMA_YIELDS_URL: publicApi("https://yields.llama.fi"),
  DEFILLAMA_COINS_URL: publicApi("https://coins.llama.fi"),
  DEMO_MARKETS: integer(529, 0, 100_000),
  DEMO_FAULTY: integer(0, 0, 1),
  DEMO_SEED: integer(1, 0, 4_294_967_295),
  DEMO_TIME: demoTime,
  MARKETS_BASE_URL: baseUrl("MARKETS_CLIENT_KEY"),
  MARKETS_CLIENT_KEY: secret(),
  MARKETS_CLIENT_KEY_HEADER: keyHeader(),
  MARKETS_LABEL: matching(
    "Live markets",
    /^\s*[^\p{C}\s][^\p{C}]{0,39}$/u,
    "Set a name of 1 to 40 characters, or unset it for Live markets.",
  ),
  MARKETS_ATTEMPT_TIMEOUT_MS: integer(10_000, 50, 120_000),
  // Shorter than the dashboard's 20 s timeout even after queueing, so that it can show the reason.
  MARKETS_TOTAL_TIMEOUT_MS: integer(15_000, 50, 300_000),
  MARKETS_FRESH_SECONDS: integer(30, 0, 3600),
  MARKETS_STALE_SECONDS: integer(900, 0, 86_400),
  STORE: store,
  RECORD_EVERY: duration("10m", 10, 86_400),
  RAW_DAYS: integer(90, 2, 36_500),
  HOURLY_DAYS: integer(730, 2, 36_500),
  ALERT_KEYS: integer(1000, 0, 100_000),
  SEND_BASE_URL: baseUrl("SEND_KEY"),
  SEND_APP_ID: appId,
  SEND_KEY: secret(),
  SEND_KEY_HEADER: keyHeader(),
  PUBLIC_URL: publicUrl,
});

export type Variables = z.output<typeof environment>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A misspelt name would silently leave a limit or key unset. */
export function misspelt(names: readonly string[]): readonly string[] {
  const known = Object.keys(environment.shape);
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    // HOME is only two letters from HOST.
    const meant = known.find((one) => distance(name, one) <= (one.length < 8 ? 1 : 2));
    if (meant === undefined && !/^(?:MARKETS|DEMO|DEFILLAMA|SEND|RECORD|ALERT)_/.test(name)) return [];
    const hint = meant === undefined ? "Look for a mistake in its name." : `Did you mean ${meant}?`;
    return [`${name} is set, but there is no such variable. ${hint}`];
  });
}

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
