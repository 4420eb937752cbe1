import { createHmac, randomBytes } from "node:crypto";
import {
  environment,
  isUnencrypted,
  misspellingWarnings,
  wellKnownKey,
  type Environment,
  type Variables,
} from "./environment.ts";

export type Config = ReturnType<typeof readConfig>;
export type DemoConfig = Extract<Config["source"], { kind: "demo" }>;
export type UpstreamConfig = Extract<Config["source"], { kind: "upstream" }>;
export type DefillamaConfig = Extract<Config["source"], { kind: "defillama" }>;
export type SendConfig = NonNullable<Config["send"]>;
export type StoreConfig = NonNullable<Config["store"]>;

/** One line per invalid variable, without the value of a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const publicInterstitial = "https://dial.to/";
const ownInterstitial = "/action";

/** @throws ConfigError with one line per invalid variable: its name, its value and the remedy */
export function readConfig(env: Environment) {
  // An empty variable counts as unset, except CLIENT_KEYS: empty, it would disable all keys, which must be a mistake.
  const set = Object.entries(env).filter(([name, value]) => value !== "" || name === "CLIENT_KEYS");
  const read = environment.safeParse(Object.fromEntries(set));
  if (!read.success)
    throw new ConfigError(
      read.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("\n"),
    );
  const variables = read.data;
  const faults = contradictions(variables);
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  const isSet = (name: keyof Variables): boolean => (env[name] ?? "") !== "";
  const source = sourceOf(variables);
  const send = sendOf(variables);
  const store = storeOf(variables, source);
  return {
    port: variables.PORT,
    host: variables.HOST,
    displayHost: isSet("HOST") ? formatHost(variables.HOST) : "localhost",
    clientKeys: variables.CLIENT_KEYS,
    /** The first one is handed to browsers. Empty if only `clientKeys` are valid. */
    dashboardKeys: variables.REQUIRE_KEY_FROM_CALLERS ? [] : dashboardKeys(variables.DASHBOARD_SECRET),
    source,
    send,
    store,
    alertKeys: variables.ALERT_KEYS,
    publicUrl: variables.PUBLIC_URL,
    interstitialUrl:
      variables.INTERSTITIAL_URL ?? (source.kind === "demo" ? ownInterstitial : publicInterstitial),
    /** Hosts that action links may open, including their subdomains. */
    actionHosts: variables.ACTION_HOSTS,
    allowedOrigins: variables.ALLOWED_ORIGINS ?? [],
    /** Trusted proxies in front; 0 ignores X-Forwarded-For and X-Forwarded-Proto. */
    trustedProxyHops: variables.TRUSTED_PROXY_HOPS,
    /** Per minute; 0 means unlimited. */
    rateLimit: { perAddress: variables.RATE_LIMIT_PER_ADDRESS, perKey: variables.RATE_LIMIT_PER_KEY },
    metricsToken: variables.METRICS_TOKEN,
    logLevel: variables.LOG_LEVEL,
    notes: [
      ...notesOn(variables, send !== undefined, store !== undefined, isSet),
      ...misspellingWarnings(Object.keys(env)),
    ],
  };
}

function sourceOf(variables: Variables) {
  const { SOURCE: kind, MARKETS_BASE_URL: baseUrl, MARKETS_CLIENT_KEY: key, DEMO_TIME: time } = variables;
  if (kind === "defillama")
    return {
      kind,
      yieldsUrl: variables.DEFILLAMA_YIELDS_URL,
      coinsUrl: variables.DEFILLAMA_COINS_URL,
      attemptTimeoutMs: 30_000,
      totalTimeoutMs: 45_000,
      freshMs: 600_000,
      staleMs: 86_400_000,
    };
  if (kind === "demo" || baseUrl === undefined || key === undefined)
    return {
      kind: "demo" as const,
      markets: variables.DEMO_MARKETS,
      faulty: variables.DEMO_FAULTY === 1,
      seed: variables.DEMO_SEED,
      /** A frozen clock, in milliseconds since the epoch. */
      ...(time === undefined ? {} : { time }),
    };
  return {
    kind: "upstream" as const,
    /** Public, so the upstream's address is used only if the operator configured it. */
    label: variables.MARKETS_LABEL,
    /** With the api prefix, without a trailing slash. */
    baseUrl,
    key,
    keyHeader: variables.MARKETS_CLIENT_KEY_HEADER,
    attemptTimeoutMs: variables.MARKETS_ATTEMPT_TIMEOUT_MS,
    totalTimeoutMs: variables.MARKETS_TOTAL_TIMEOUT_MS,
    freshMs: variables.MARKETS_FRESH_SECONDS * 1000,
    staleMs: variables.MARKETS_STALE_SECONDS * 1000,
  };
}

function sendOf(variables: Variables) {
  const { SEND_BASE_URL: baseUrl, SEND_APP_ID: appId, SEND_KEY: key } = variables;
  if (baseUrl === undefined || appId === undefined || key === undefined) return undefined;
  return { baseUrl, appId, key, keyHeader: variables.SEND_KEY_HEADER };
}

function storeOf(variables: Variables, source: ReturnType<typeof sourceOf>) {
  const { RECORD_EVERY: everyMs, RAW_DAYS: rawDays, HOURLY_DAYS: hourlyDays } = variables;
  const isFrozen = source.kind === "demo" && source.time !== undefined;
  // A store belongs to one source. With a file of its own, a first try with the demo does not block the real record.
  const path = source.kind === "demo" ? "data/demo.db" : "data/yieldboard.db";
  const address = variables.STORE ?? (isFrozen ? "off" : { kind: "file" as const, path });
  // A reading is valid for three polls, so that one failed poll leaves no gap.
  const holdMs = 3 * everyMs;
  return address === "off" ? undefined : { address, everyMs, holdMs, retention: { rawDays, hourlyDays } };
}

function contradictions(variables: Variables): readonly string[] {
  const { CLIENT_KEYS: clientKeys, MARKETS_BASE_URL: baseUrl, MARKETS_CLIENT_KEY: key } = variables;
  const send = ["SEND_BASE_URL", "SEND_APP_ID", "SEND_KEY"] as const;
  const missing = send.filter((name) => variables[name] === undefined);
  const exposed = (["MARKETS_CLIENT_KEY", "SEND_KEY"] as const).filter((name) =>
    clientKeys.includes(variables[name] ?? ""),
  );
  return [
    variables.REQUIRE_KEY_FROM_CALLERS &&
      clientKeys.includes(wellKnownKey) &&
      "REQUIRE_KEY_FROM_CALLERS is true, but CLIENT_KEYS has the well-known key demo. Set CLIENT_KEYS to keys of your own.",
    key !== undefined &&
      baseUrl === undefined &&
      "MARKETS_CLIENT_KEY is set but MARKETS_BASE_URL is not. Set MARKETS_BASE_URL to the upstream's address, or unset the key for the demo.",
    variables.SOURCE === "upstream" &&
      baseUrl === undefined &&
      "SOURCE is upstream, but MARKETS_BASE_URL is not set. Set it to the upstream's address.",
    key === undefined &&
      baseUrl !== undefined &&
      "MARKETS_CLIENT_KEY is not set, but MARKETS_BASE_URL is. Set it to the key the upstream gave you.",
    missing.length > 0 &&
      missing.length < send.length &&
      `${missing.join(" and ")} must be set as well: messages are sent with all of ${send.join(", ")}, or not at all. Set all three or none.`,
    ...exposed.map(
      (name) =>
        `CLIENT_KEYS has the value of ${name} (it is not shown): callers would hold the upstream's key. Set other keys.`,
    ),
  ].filter((fault) => fault !== false);
}

function notesOn(
  variables: Variables,
  sends: boolean,
  records: boolean,
  isSet: (name: keyof Variables) => boolean,
): readonly string[] {
  const unencrypted = (["MARKETS_BASE_URL", "SEND_BASE_URL"] as const).filter((name) =>
    isUnencrypted(variables[name] ?? ""),
  );
  const idle = (["RECORD_EVERY", "RAW_DAYS", "HOURLY_DAYS", "ALERT_KEYS"] as const).find(isSet);
  return [
    variables.MARKETS_TOTAL_TIMEOUT_MS < variables.MARKETS_ATTEMPT_TIMEOUT_MS &&
      "MARKETS_TOTAL_TIMEOUT_MS is less than MARKETS_ATTEMPT_TIMEOUT_MS, so no attempt can use its full time.",
    variables.MARKETS_STALE_SECONDS < variables.MARKETS_FRESH_SECONDS &&
      "MARKETS_STALE_SECONDS is less than MARKETS_FRESH_SECONDS, so no cached answer is served while the upstream fails.",
    isSet("MARKETS_BASE_URL") &&
      !isSet("CLIENT_KEYS") &&
      'CLIENT_KEYS is not set, so the well-known key "demo" opens this gateway. Set keys of your own.',
    ...unencrypted.map(
      (name) =>
        `${name} is http, so the upstream key travels unencrypted. Use https outside a private network.`,
    ),
    variables.HOURLY_DAYS < variables.RAW_DAYS &&
      "HOURLY_DAYS is less than RAW_DAYS, so hourly means are deleted before the snapshots.",
    !records && idle !== undefined && `${idle} is set, but nothing is recorded: that needs a STORE.`,
    variables.PUBLIC_URL !== undefined &&
      !sends &&
      "PUBLIC_URL is set, but nothing is sent: messages need SEND_BASE_URL, SEND_APP_ID and SEND_KEY.",
  ].filter((note) => note !== false);
}

function formatHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** Derived from the secret, so that browsers never see it. Without a secret the key is random per run. */
function dashboardKeys(
  secrets: readonly string[] = [randomBytes(32).toString("base64url")],
): readonly string[] {
  return secrets.map((secret) =>
    createHmac("sha256", secret).update("yieldboard dashboard key").digest("base64url"),
  );
}
