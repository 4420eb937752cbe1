import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import type { Environment } from "./environment.ts";

const upstream = { MARKETS_BASE_URL: "https://markets.example/api/", MARKETS_CLIENT_KEY: "s3cr3t-1" };
const ownKey = "own-key-0123456789abcdef";
const long = "s3cr3t-0123456789abcdefghij";
const send = {
  SEND_BASE_URL: "https://send.example/api/",
  SEND_APP_ID: "0B7B3C1E-4A52-4F9D-9D0E-6A1F6C7D8E9F",
  SEND_KEY: "s3cr3t-2",
};
const defillama = { SOURCE: "defillama" };
const file = { kind: "file", path: "data/yieldboard.db" };
const demoFile = { kind: "file", path: "data/demo.db" };

function faultOf(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

test.each<[Environment, object]>([
  [{}, { port: 4173, host: "127.0.0.1", displayHost: "localhost", clientKeys: ["demo"] }],
  [{}, { interstitialUrl: "/action", source: { kind: "demo", markets: 529, faulty: false, seed: 1 } }],
  [
    { PORT: "", DEMO_TIME: "", MARKETS_BASE_URL: "" },
    { port: 4173, source: { kind: "demo" } },
  ],
  [
    { PORT: "65535", TRUSTED_PROXY_HOPS: "10" },
    { port: 65_535, trustedProxyHops: 10 },
  ],
  [{ CLIENT_KEYS: `${ownKey},demo` }, { clientKeys: [ownKey, "demo"] }],
  [{ REQUIRE_KEY_FROM_CALLERS: "true", CLIENT_KEYS: ownKey }, { dashboardKeys: [] }],
  [upstream, { source: { kind: "upstream", baseUrl: "https://markets.example/api", key: "s3cr3t-1" } }],
  [upstream, { source: { keyHeader: "x-service-client-key", label: "Live markets" } }],
  [upstream, { interstitialUrl: "https://dial.to/" }],
  [{ ...upstream, MARKETS_LABEL: " Harbour " }, { source: { label: "Harbour" } }],
  [{ ...upstream, SOURCE: "demo" }, { source: { kind: "demo" } }],
  [defillama, { source: { kind: "defillama" }, store: { address: file } }],
  [
    { ...defillama, DEFILLAMA_YIELDS_URL: "http://127.0.0.1:9/" },
    { source: { yieldsUrl: "http://127.0.0.1:9" } },
  ],
  [{}, { store: { address: demoFile, everyMs: 600_000, holdMs: 1_800_000 } }],
  [upstream, { store: { address: file, retention: { rawDays: 90, hourlyDays: 730 } } }],
  [{ DEMO_TIME: "2026-10-01T00:00:00Z" }, { store: undefined }],
  [{ ...upstream, STORE: "off" }, { store: undefined }],
  [{ STORE: "file:///var/lib/a.db" }, { store: { address: { kind: "file", path: "/var/lib/a.db" } } }],
  [{ STORE: "postgres://u:p@h/d" }, { store: { address: { kind: "postgres", url: "postgres://u:p@h/d" } } }],
  [{ RECORD_EVERY: "90s", RAW_DAYS: "7" }, { store: { everyMs: 90_000, retention: { rawDays: 7 } } }],
  [send, { send: { baseUrl: "https://send.example/api", appId: send.SEND_APP_ID.toLowerCase() } }],
  [send, { send: { key: "s3cr3t-2", keyHeader: "x-service-client-key" } }],
  [{ ...send, SEND_KEY_HEADER: "x-send-key" }, { send: { keyHeader: "x-send-key" } }],
  [{ ...send, PUBLIC_URL: "https://yields.example/" }, { publicUrl: "https://yields.example" }],
  [{ ...send, PUBLIC_URL: "http://localhost:4173" }, { publicUrl: "http://localhost:4173" }],
])("%o sets %o", (environment, config) => {
  expect(readConfig(environment)).toMatchObject(config);
});

test("without its variables the demo's clock runs, nothing is sent and messages have no link", () => {
  const config = readConfig({});
  expect(config.source).not.toHaveProperty("time");
  expect([config.send, readConfig(send).publicUrl]).toEqual([undefined, undefined]);
});

test.each<[string, string]>([
  ["PORT", "65536"],
  ["PORT", "0x50"],
  ["HOST", "a b"],
  ["SOURCE", "live"],
  ["DEMO_MARKETS", "100001"],
  ["DEMO_SEED", "1e3"],
  ["DEMO_TIME", "yesterday"],
  ["DEMO_TIME", "2026-13-01"],
  ["INTERSTITIAL_URL", "http://dial.to/"],
  ["INTERSTITIAL_URL", "javascript:alert(1)"],
  ["INTERSTITIAL_URL", "https://dial.to/?x=1"],
  ["ALLOWED_ORIGINS", "https://yields.example/"],
  ["ALLOWED_ORIGINS", "*"],
  ["ALLOWED_ORIGINS", "https://*.example"],
  ["ACTION_HOSTS", "https://dial.to"],
  // A list without hosts would block every action.
  ["ACTION_HOSTS", ","],
  ["REQUIRE_KEY_FROM_CALLERS", "yes"],
  ["TRUSTED_PROXY_HOPS", "11"],
  ["LOG_LEVEL", "debug"],
  ["RECORD_EVERY", "10"],
  ["MARKETS_CLIENT_KEY_HEADER", "x key"],
  ["MARKETS_CLIENT_KEY_HEADER", "Host"],
  ["MARKETS_BASE_URL", "ftp://markets.example"],
  ["MARKETS_ATTEMPT_TIMEOUT_MS", "0"],
  ["MARKETS_LABEL", "x".repeat(41)],
  ["MARKETS_LABEL", "two\nlines"],
  ["MARKETS_LABEL", " "],
  ["SEND_APP_ID", "my-app"],
  ["SEND_BASE_URL", "ftp://send.example"],
  ["SEND_KEY_HEADER", "content-type"],
  ["PUBLIC_URL", "http://yields.example"],
  ["PUBLIC_URL", "https://yields.example/app"],
])("%s=%s is refused with its name, value and remedy", (name, value) => {
  const fault = faultOf({ ...upstream, ...send, [name]: value });
  expect(fault).toContain(name);
  expect(fault).toContain(JSON.stringify(value));
  expect(fault).toMatch(/Set |Use /);
});

test.each<[Environment, RegExp]>([
  [{ ...upstream, MARKETS_CLIENT_KEY: "" }, /^MARKETS_CLIENT_KEY is not set/],
  [{ MARKETS_CLIENT_KEY: "s3cr3t-1" }, /MARKETS_BASE_URL is not/],
  [{ SOURCE: "upstream" }, /MARKETS_BASE_URL is not set/],
  [{ ...upstream, MARKETS_CLIENT_KEY: "s3cr3t with space" }, /MARKETS_CLIENT_KEY/],
  [{ ...upstream, MARKETS_BASE_URL: "https://user:s3cr3t@markets.example/api" }, /MARKETS_BASE_URL/],
  [{ ...upstream, MARKETS_BASE_URL: "https://markets.example/api?key=s3cr3t" }, /MARKETS_BASE_URL/],
  [{ METRICS_TOKEN: "s3cr3t\n" }, /METRICS_TOKEN/],
  [{ STORE: "mysql://u:s3cr3t@h/d" }, /^STORE is not valid .*Set file: and a path/],
  [{ CLIENT_KEYS: "" }, /^CLIENT_KEYS is .* Set keys/],
  [{ CLIENT_KEYS: " , " }, /^CLIENT_KEYS is .* Set keys/],
  [{ CLIENT_KEYS: "s3cr3t with space" }, /CLIENT_KEYS/],
  [{ CLIENT_KEYS: long.slice(0, 23) }, /^CLIENT_KEYS is not valid .* Set keys of 24 to 512/],
  [{ CLIENT_KEYS: `${ownKey},s3cr3t` }, /^CLIENT_KEYS is not valid .* Set keys of 24 to 512/],
  [{ DASHBOARD_SECRET: long.slice(0, 23) }, /^DASHBOARD_SECRET is .* of 24 or more/],
  [
    { ...upstream, MARKETS_CLIENT_KEY: long, CLIENT_KEYS: long },
    /^CLIENT_KEYS has the value of MARKETS_CLIENT_KEY/,
  ],
  [{ ...send, SEND_KEY: long, CLIENT_KEYS: `${ownKey},${long}` }, /value of SEND_KEY/],
  [{ REQUIRE_KEY_FROM_CALLERS: "true" }, /^REQUIRE_KEY_FROM_CALLERS is true, but CLIENT_KEYS has/],
  [{ SEND_KEY: "s3cr3t-2" }, /^SEND_BASE_URL and SEND_APP_ID must be set/],
  [{ ...send, SEND_BASE_URL: "" }, /^SEND_BASE_URL must be set as well/],
  [{ ...send, SEND_APP_ID: "" }, /^SEND_APP_ID must be set as well/],
  [{ ...send, SEND_KEY: "" }, /^SEND_KEY must be set as well/],
  [{ ...send, SEND_KEY: "s3cr3t 2" }, /^SEND_KEY is not valid .*visible ASCII/],
  [
    { ...send, SEND_BASE_URL: "https://me:s3cr3t@send.example" },
    /^SEND_BASE_URL is not valid .*without user.*SEND_KEY/,
  ],
  [
    { ...send, PUBLIC_URL: "https://me:s3cr3t@yields.example" },
    /^PUBLIC_URL is not valid .*Set the https origin/,
  ],
  [{ ...defillama, DEFILLAMA_YIELDS_URL: "http://example.org" }, /DEFILLAMA_YIELDS_URL/],
  [{ ...defillama, DEFILLAMA_YIELDS_URL: "https://a:s3cr3t@example.org" }, /DEFILLAMA_YIELDS_URL/],
  [{ ...defillama, DEFILLAMA_YIELDS_URL: "https://example.org/?key=1" }, /DEFILLAMA_YIELDS_URL/],
  [{ PORT: "x", DEMO_SEED: "y" }, /^PORT.*\nDEMO_SEED.*$/],
])("%o is refused without quoting a secret", (environment, words) => {
  const fault = faultOf(environment);
  expect(fault).toMatch(words);
  expect(fault).not.toContain("s3cr3t");
});

test("the key for browsers is random, or derived from the first secret alone while others are accepted", () => {
  expect(readConfig({}).dashboardKeys).not.toEqual(readConfig({}).dashboardKeys);
  const [secret, next] = ["0123456789abcdefghijklmn", "nmlkjihgfedcba9876543210"];
  const old = readConfig({ DASHBOARD_SECRET: secret, CLIENT_KEYS: ownKey }).dashboardKeys;
  expect(old).not.toContain(secret);
  expect(readConfig({ DASHBOARD_SECRET: secret, CLIENT_KEYS: `${ownKey}-2` }).dashboardKeys).toEqual(old);
  const both = readConfig({ DASHBOARD_SECRET: `${next},${secret}` }).dashboardKeys;
  expect([both.length, both[1]]).toEqual([2, old[0]]);
});

test.each<[Environment, ...notes: string[]]>([
  [upstream],
  [{ ...upstream, MARKETS_BASE_URL: "http://127.0.0.1:1/api" }],
  [{ ...upstream, MARKETS_BASE_URL: "http://10.0.0.7/api" }, "MARKETS_BASE_URL is http"],
  [{ ...upstream, CLIENT_KEYS: undefined }, "CLIENT_KEYS"],
  [{ ...upstream, MARKETS_TOTAL_TIMEOUT_MS: "100" }, "MARKETS_TOTAL_TIMEOUT_MS is less"],
  [
    { ...upstream, MARKETS_FRESH_SECONDS: "60", MARKETS_STALE_SECONDS: "30" },
    "MARKETS_STALE_SECONDS is less",
  ],
  [{ MARKETS_BASE_ULR: "https://markets.example/api" }, "no such variable. Did you mean MARKETS_BASE_URL?"],
  [{ TRUSTED_PROXY_HOP: "x" }, "no such variable. Did you mean TRUSTED_PROXY_HOPS?"],
  [{ RATE_LIMIT_PER_ADRESS: "x" }, "no such variable. Did you mean RATE_LIMIT_PER_ADDRESS?"],
  [{ PUBILC_URL: "x" }, "no such variable. Did you mean PUBLIC_URL?"],
  [{ STORES: "x" }, "STORES is set, but there is no such variable. Did you mean STORE?"],
  [{ STORE: "file:a.db", RAW_DAYS: "90", HOURLY_DAYS: "30" }, "HOURLY_DAYS is less than RAW_DAYS"],
  [{ STORE: "off", RECORD_EVERY: "5m" }, "RECORD_EVERY is set, but nothing is recorded"],
  [{ ...upstream, STORE: "off", ALERT_KEYS: "10" }, "ALERT_KEYS is set, but nothing is recorded"],
  [{ ...send, SEND_BASE_URL: "http://10.0.0.7/api" }, "SEND_BASE_URL is http, "],
  [{ PUBLIC_URL: "https://yields.example" }, "PUBLIC_URL is set, but"],
  // Variables of other programs.
  [{ HOME: "x", PATH: "x", SHLVL: "x", LANG: "x", NODE_ENV: "x", NODE_OPTIONS: "x", MAIL: "x" }],
])("%o gets a note where it contradicts itself or looks like a mistake: %s", (environment, ...expected) => {
  const { notes } = readConfig({ CLIENT_KEYS: ownKey, ...environment });
  expect(notes).toEqual(expected.map((note): unknown => expect.stringContaining(note)));
});
