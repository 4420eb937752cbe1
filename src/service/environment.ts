// The only module that reads the environment.
import * as z from "zod";
import { readRfc3339 } from "../contract/history.ts";
import { hourMs, minuteMs } from "../contract/units.ts";

export const variableDefaults = z.registry<{ readonly byDefault: string }>();

const anything = /^/;
/** Matches a user and password in a URL. */
const userInfo = /@/;

/** Values that match `secret` are not printed. */
function variable<Value>(schema: z.ZodType<Value, string>, remedy: string, secret: RegExp) {
  return z.string().transform((given, context) => {
    const { success, data } = schema.safeParse(given);
    if (success) return data;
    const shown = secret.test(given)
      ? "not valid (its value is not shown)"
      : JSON.stringify(given.slice(0, 200));
    context.addIssue(`is ${shown}. ${remedy}.`);
    return z.NEVER;
  });
}

function optional<Value>(schema: z.ZodType<Value, string>, remedy: string, secret = userInfo) {
  return variable(schema, remedy, secret).optional();
}

function withDefault<Value>(
  byDefault: string,
  schema: z.ZodType<Value, string>,
  remedy: string,
  secret = userInfo,
) {
  return variable(schema, `${remedy}, or unset it for ${byDefault}`, secret)
    .prefault(byDefault)
    .register(variableDefaults, { byDefault });
}

const textLike = (form: RegExp) => z.string().regex(form);
const between = (min: number, max: number) => z.number().min(min).max(max);

function integer(byDefault: number, min: number, max: number) {
  const digits = textLike(/^\d{1,15}$/);
  return withDefault(
    String(byDefault),
    digits.transform(Number).pipe(between(min, max)),
    `Set a whole number from ${min} to ${max}`,
  );
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: minuteMs, h: hourMs };

function listOf(item: z.ZodType<string, string>) {
  return z
    .string()
    .transform((given) => [...new Set(given.split(",").map((each) => each.trim()))])
    .transform((items) => items.filter((each) => each !== ""))
    .pipe(z.array(item).min(1));
}

function address(isAllowed: (url: URL) => boolean) {
  return z
    .string()
    .refine((given) => URL.canParse(given) && isAllowed(new URL(given)))
    .transform((given) => new URL(given).href.replace(/\/+$/, ""));
}

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && loopbackHosts.has(hostname));
}

function isPlain({ username, password, search, hash }: URL): boolean {
  return [username, password, search, hash].every((part) => part === "");
}

export function isUnencrypted(given: string): boolean {
  return URL.canParse(given) && !isSecure(new URL(given));
}

/** Visible ASCII except the comma, which separates lists. */
const secretText = textLike(/^[\x21-\x2b\x2d-\x7e]{1,512}$/);
const minSecretLength = 24;
/** Exempt from the minimum length: it opens the demo, which has nothing to protect. */
export const wellKnownKey = "demo";

const secret = () =>
  optional(secretText, "Set 1 to 512 visible ASCII characters without spaces or commas", anything);

// HTTP itself uses these headers: a key in one of them would break requests or be dropped.
const reservedHeaders =
  /^(?!(?:accept|accept-encoding|connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent)$)/i;

const keyHeader = () =>
  withDefault(
    "x-service-client-key",
    textLike(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/).regex(reservedHeaders),
    "Set the name of the header the upstream reads its key from",
  );

const baseUrl = (keyName: string) =>
  optional(
    address((url) => /^https?:$/.test(url.protocol) && isPlain(url)),
    `Set an http or https address up to and including the api prefix, such as https://markets.example/api, without user, password or query. The key belongs in ${keyName}`,
    /[@?#]/,
  );

const isPublic = (url: URL): boolean => isSecure(url) && isPlain(url);

const publicApi = (byDefault: string) =>
  withDefault(byDefault, address(isPublic), "Set an https address without query or fragment");

const store = z.union([
  z.literal("off"),
  textLike(/^file:[^\0]+$/).transform((given) => ({
    kind: "file" as const,
    path: given.replace(/^file:(?:\/\/(?=\/))?/, ""),
  })),
  z
    .url({ protocol: /^postgres(?:ql)?$/, hostname: /./ })
    .transform((url) => ({ kind: "postgres" as const, url })),
]);

/** A path on the dashboard's own origin. "//host" would be another site. */
const ownPage = textLike(/^\/(?![/\\])[^\s?#\\]*$/);
const otherPage = z.string().refine((given) => URL.canParse(given) && isPublic(new URL(given)));

const origin = textLike(/^https?:[^*]+$/).refine(
  (given) => URL.canParse(given) && new URL(given).origin === given,
);

const logLevels = ["info", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export const environment = z.object({
  PORT: integer(4173, 0, 65_535),
  HOST: withDefault(
    "127.0.0.1",
    textLike(/^[A-Za-z0-9.:_-]{1,255}$/),
    "Set an address or host name to listen on, such as 0.0.0.0 or ::",
  ),
  CLIENT_KEYS: withDefault(
    wellKnownKey,
    listOf(secretText.refine((key) => key.length >= minSecretLength || key === wellKnownKey)),
    `Set keys of ${minSecretLength} to 512 visible ASCII characters, separated by commas, such as from: openssl rand -hex 24`,
    anything,
  ),
  DASHBOARD_SECRET: optional(
    listOf(z.string().min(minSecretLength)),
    `Set a random text of ${minSecretLength} or more characters, such as from: openssl rand -base64 32`,
    anything,
  ),
  REQUIRE_KEY_FROM_CALLERS: withDefault(
    "false",
    z.enum(["true", "false"]).transform((given) => given === "true"),
    "Set true or false",
  ),
  ALLOWED_ORIGINS: optional(
    listOf(origin),
    "Set origins such as https://yields.example, without a path or a slash at the end, separated by commas",
  ),
  TRUSTED_PROXY_HOPS: integer(0, 0, 10),
  RATE_LIMIT_PER_ADDRESS: integer(3000, 0, 10_000_000),
  RATE_LIMIT_PER_KEY: integer(30_000, 0, 10_000_000),
  METRICS_TOKEN: secret(),
  LOG_LEVEL: withDefault("info", z.enum(logLevels), `Use ${logLevels.join(", ")}`),
  INTERSTITIAL_URL: optional(
    z.union([ownPage, otherPage]),
    "Set an https address without query or fragment, such as https://dial.to/, or a path of this site such as /action",
  ),
  ACTION_HOSTS: optional(
    listOf(textLike(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i).toLowerCase()),
    "Set host names such as dial.to, separated by commas, or unset it for any",
  ),
  /** Default: upstream where its address is set, else demo. */
  SOURCE: optional(z.enum(["demo", "defillama", "upstream"]), "Use demo, defillama, upstream"),
  DEFILLAMA_YIELDS_URL: publicApi("https://yields.llama.fi"),
  DEFILLAMA_COINS_URL: publicApi("https://coins.llama.fi"),
  DEMO_MARKETS: integer(529, 0, 100_000),
  DEMO_FAULTY: integer(0, 0, 1),
  DEMO_SEED: integer(1, 0, 4_294_967_295),
  DEMO_TIME: optional(
    z.string().transform(readRfc3339).pipe(z.number()),
    "Set an RFC 3339 time such as 2026-10-01T00:00:00Z, or unset it for the current time",
  ),
  MARKETS_BASE_URL: baseUrl("MARKETS_CLIENT_KEY"),
  MARKETS_CLIENT_KEY: secret(),
  MARKETS_CLIENT_KEY_HEADER: keyHeader(),
  MARKETS_LABEL: withDefault(
    "Live markets",
    textLike(/^\s*[^\p{C}\s][^\p{C}]{0,39}$/u).trim(),
    "Set a name of 1 to 40 characters",
  ),
  MARKETS_ATTEMPT_TIMEOUT_MS: integer(10_000, 50, 120_000),
  // Less than the dashboard's 20 s timeout, even after queueing, so that the dashboard can show the reason.
  MARKETS_TOTAL_TIMEOUT_MS: integer(15_000, 50, 300_000),
  MARKETS_FRESH_SECONDS: integer(30, 0, 3600),
  MARKETS_STALE_SECONDS: integer(900, 0, 86_400),
  STORE: optional(
    store,
    "Set file: and a path such as file:data/yieldboard.db, an address such as postgres://user:password@host/database, or off",
    anything,
  ),
  /** Milliseconds. */
  RECORD_EVERY: withDefault(
    "10m",
    textLike(/^\d{1,6}[smh]$/)
      .transform((given) => Number.parseInt(given, 10) * (unitMs[given.slice(-1)] ?? 0))
      .pipe(between(10_000, 86_400_000)),
    "Set a time from 10s to 86400s, such as 90s, 10m or 1h",
  ),
  RAW_DAYS: integer(90, 2, 36_500),
  HOURLY_DAYS: integer(730, 2, 36_500),
  ALERT_KEYS: integer(1000, 0, 100_000),
  SEND_BASE_URL: baseUrl("SEND_KEY"),
  SEND_APP_ID: optional(z.guid().toLowerCase(), "Set the UUID of the app that messages are sent for"),
  SEND_KEY: secret(),
  SEND_KEY_HEADER: keyHeader(),
  PUBLIC_URL: optional(
    address((url) => isPublic(url) && url.pathname === "/"),
    "Set the https origin under which people open the dashboard, such as https://yields.example, without a path",
  ),
});

export type Variables = z.output<typeof environment>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Finds names that look like a misspelt variable, which would silently leave a limit or key unset. */
export function misspellingWarnings(names: readonly string[]): readonly string[] {
  const known = Object.keys(environment.shape);
  return names.flatMap((name) => {
    if (known.includes(name)) return [];
    const suggestion = known.find((one) => letterDifference(name, one) <= (one.length < 8 ? 1 : 2));
    if (suggestion === undefined && !/^(?:MARKETS|DEMO|DEFILLAMA|SEND|RECORD|ALERT)_/.test(name)) return [];
    const hint = suggestion === undefined ? "Look for a mistake in its name." : `Did you mean ${suggestion}?`;
    return [`${name} is set, but there is no such variable. ${hint}`];
  });
}

/** Counts letters that only one of the names has. Ignores their order, to catch PUBILC_URL. */
function letterDifference(one: string, other: string): number {
  const rest = Array.from(other);
  const missing = Array.from(one).filter((letter) => {
    const at = rest.indexOf(letter);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return missing.length + rest.length;
}
