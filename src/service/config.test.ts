import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import type { Environment } from "./environment.ts";

const upstream = { MARKETS_BASE_URL: "https://markets.example/api/", MARKETS_CLIENT_KEY: "secret-1" };

const ownKey = "own-key-0123456789abcdef";

const send = {
  SEND_BASE_URL: "https://send.example/api/",
  SEND_APP_ID: "0B7B3C1E-4A52-4F9D-9D0E-6A1F6C7D8E9F",
  SEND_KEY: "send-secret-1",
};

function faultOf(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

test("defaults to the demo on localhost:4173, whose actions lead to its own page", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 4173,
    host: "127.0.0.1",
    shownHost: "localhost",
    clientKeys: ["demo"],
    interstitialUrl: "/action",
    source: { kind: "demo", markets: 529, faulty: false, seed: 1 },
  });
  expect(config.source).not.toHaveProperty("time");
});

describe("with an upstream", () => {
  test("strips the trailing slash of its address and leads actions to dial.to", () => {
    expect(readConfig(upstream)).toMatchObject({
      source: {
        kind: "upstream",
        baseUrl: "https://markets.example/api",
        key: "secret-1",
        keyHeader: "x-service-client-key",
        label: "Live markets",
      },
      interstitialUrl: "https://dial.to/",
    });
    expect(readConfig({ ...upstream, MARKETS_LABEL: " Harbour " }).source).toMatchObject({
      label: "Harbour",
    });
  });

  test("requires the address and the key together", () => {
    expect(faultOf({ MARKETS_BASE_URL: upstream.MARKETS_BASE_URL })).toMatch(
      /^MARKETS_CLIENT_KEY is not set/,
    );
    expect(faultOf({ MARKETS_CLIENT_KEY: "secret-1" })).toMatch(/MARKETS_BASE_URL is not/);
  });

  test("warns when the key is sent unencrypted or callers use the well-known key", () => {
    const notesOf = (MARKETS_BASE_URL: string, CLIENT_KEYS = ownKey) =>
      readConfig({ ...upstream, MARKETS_BASE_URL, CLIENT_KEYS }).notes.join(" ");
    expect(notesOf("http://10.0.0.7/api")).toContain("MARKETS_BASE_URL is http");
    expect(readConfig(upstream).notes.join(" ")).toContain("CLIENT_KEYS");
    expect(notesOf(upstream.MARKETS_BASE_URL) + notesOf("http://127.0.0.1:1/api")).toBe("");
  });
});

describe("refuses an invalid variable with its name, value and remedy", () => {
  test.each<[string, string]>([
    ["PORT", "65536"],
    ["PORT", "0x50"],
    ["HOST", "a b"],
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
    ["REQUIRE_KEY_FROM_CALLERS", "yes"],
    ["TRUSTED_PROXY_HOPS", "11"],
    ["LOG_LEVEL", "debug"],
    ["MARKETS_CLIENT_KEY_HEADER", "x key"],
    ["MARKETS_CLIENT_KEY_HEADER", "Host"],
    ["MARKETS_BASE_URL", "ftp://markets.example"],
    ["MARKETS_ATTEMPT_TIMEOUT_MS", "0"],
    ["MARKETS_LABEL", "x".repeat(41)],
    ["MARKETS_LABEL", "two\nlines"],
    ["MARKETS_LABEL", " "],
  ])("%s=%s", (name, value) => {
    const fault = faultOf({ ...upstream, [name]: value });
    expect(fault).toContain(name);
    expect(fault).toContain(JSON.stringify(value));
    expect(fault).toMatch(/Set |Use /);
  });

  test("accepts a number equal to the bound", () => {
    const { port, trustedProxyHops } = readConfig({ PORT: "65535", TRUSTED_PROXY_HOPS: "10" });
    expect([port, trustedProxyHops]).toEqual([65_535, 10]);
  });

  test("reports all faults at once, one per line", () => {
    expect(faultOf({ PORT: "x", DEMO_SEED: "y" }).split("\n")).toHaveLength(2);
  });
});

test.each<Environment>([
  { ...upstream, MARKETS_CLIENT_KEY: "s3cr3t with space" },
  { ...upstream, CLIENT_KEYS: "s3cr3t with space" },
  { METRICS_TOKEN: "s3cr3t\n" },
  { ...upstream, MARKETS_BASE_URL: "https://user:s3cr3t@markets.example/api" },
  { ...upstream, MARKETS_BASE_URL: "https://markets.example/api?key=s3cr3t" },
  { STORE: "mysql://u:s3cr3t@h/d" },
])("keeps secrets out of errors: %o", (environment) => {
  const fault = faultOf(environment);
  expect(fault).not.toBe("");
  expect(fault).not.toContain("s3cr3t");
});

test("refuses a list of action hosts without a host, which would block every action", () => {
  expect(faultOf({ ACTION_HOSTS: "," })).toMatch(/^ACTION_HOSTS is ","\. Set host names/);
});

test("treats an empty variable as unset, except CLIENT_KEYS, which it refuses", () => {
  expect(readConfig({ PORT: "", DEMO_TIME: "", MARKETS_BASE_URL: "" }).port).toBe(4173);
  for (const keys of ["", " , "])
    expect(faultOf({ CLIENT_KEYS: keys })).toMatch(/^CLIENT_KEYS is .* Set keys/);
});

describe("keys", () => {
  test("shorter than 24 characters are refused without being quoted, except the demo's", () => {
    for (const keys of ["z!", ownKey.slice(1), `${ownKey},short`]) {
      const fault = faultOf({ CLIENT_KEYS: keys });
      expect(fault).toMatch(/^CLIENT_KEYS is not valid .* Set keys of 24 or more/);
      expect(fault).not.toContain(keys);
    }
    expect(readConfig({ CLIENT_KEYS: `${ownKey},demo` }).clientKeys).toEqual([ownKey, "demo"]);
    expect(faultOf({ DASHBOARD_SECRET: ownKey.slice(1) })).toMatch(/^DASHBOARD_SECRET is .* of 24 or more/);
  });

  test("of callers must differ from the upstream's", () => {
    const key = "the-upstream-key-0123456789";
    expect(faultOf({ ...upstream, MARKETS_CLIENT_KEY: key, CLIENT_KEYS: key })).toMatch(
      /^CLIENT_KEYS has the value of MARKETS_CLIENT_KEY/,
    );
  });
});

describe("the key for browsers", () => {
  const secret = "0123456789abcdefghijklmn";

  test("does not depend on the callers' keys", () => {
    const before = readConfig({ DASHBOARD_SECRET: secret, CLIENT_KEYS: ownKey });
    const after = readConfig({ DASHBOARD_SECRET: secret, CLIENT_KEYS: `${ownKey},${ownKey}-2` });
    expect(after.dashboardKeys).toEqual(before.dashboardKeys);
    expect(before.dashboardKeys).not.toContain(secret);
  });

  test("is derived from the first secret, while keys from the others are still accepted", () => {
    const next = "nmlkjihgfedcba9876543210";
    const [old] = readConfig({ DASHBOARD_SECRET: secret }).dashboardKeys;
    const both = readConfig({ DASHBOARD_SECRET: `${next},${secret}` }).dashboardKeys;
    expect(both).toHaveLength(2);
    expect(both[1]).toBe(old);
  });

  test("is random on each run without a secret", () => {
    expect(readConfig({}).dashboardKeys).not.toEqual(readConfig({}).dashboardKeys);
  });

  test("does not exist when callers need keys, which then exclude the well-known one", () => {
    const needing = { REQUIRE_KEY_FROM_CALLERS: "true" };
    expect(readConfig({ ...needing, CLIENT_KEYS: ownKey }).dashboardKeys).toEqual([]);
    expect(faultOf(needing)).toMatch(/^REQUIRE_KEY_FROM_CALLERS is true, but CLIENT_KEYS has/);
  });
});

test.each([
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
])("notes settings that contradict each other or look like a mistake: %o", (environment, note) => {
  const { notes } = readConfig({ CLIENT_KEYS: ownKey, ...environment });
  expect(notes).toEqual([expect.stringContaining(note)]);
});

test("ignores variables of other programs", () => {
  const names =
    "HOME PATH PWD SHELL TERM USER HOSTNAME SHLVL LANG TZ NODE_ENV NODE_OPTIONS PGHOST MAIL".split(" ");
  expect(readConfig(Object.fromEntries(names.map((name) => [name, "x"]))).notes).toEqual([]);
});

describe("messages", () => {
  test("are sent with an address, an app and a key, by default in the markets' key header", () => {
    expect(readConfig({}).send).toBeUndefined();
    expect(readConfig(send).send).toEqual({
      baseUrl: "https://send.example/api",
      appId: "0b7b3c1e-4a52-4f9d-9d0e-6a1f6c7d8e9f",
      key: "send-secret-1",
      keyHeader: "x-service-client-key",
    });
    expect(readConfig({ ...send, SEND_KEY_HEADER: "x-send-key" }).send?.keyHeader).toBe("x-send-key");
  });

  test("need all three variables or none, and the error names the missing one", () => {
    for (const name of Object.keys(send)) {
      const fault = faultOf({ ...send, [name]: undefined });
      expect(fault).toMatch(new RegExp(`^${name} must be set as well`));
      expect(fault).not.toContain("send-secret-1");
    }
    expect(faultOf({ SEND_KEY: "send-secret-1" })).toMatch(/^SEND_BASE_URL and SEND_APP_ID must be set/);
  });

  test.each([
    [{ SEND_APP_ID: "my-app" }, /^SEND_APP_ID is "my-app"\. Set the UUID/],
    [{ SEND_BASE_URL: "ftp://send.example" }, /^SEND_BASE_URL is "ftp/],
    [
      { SEND_BASE_URL: "https://me:word@send.example" },
      /^SEND_BASE_URL is not valid .*without user.*SEND_KEY/,
    ],
    [{ SEND_KEY: "send secret 1" }, /^SEND_KEY is not valid .*visible ASCII/],
    [{ SEND_KEY_HEADER: "content-type" }, /^SEND_KEY_HEADER is/],
    [{ PUBLIC_URL: "http://yields.example" }, /^PUBLIC_URL is "http:.*Set the https origin/],
    [{ PUBLIC_URL: "https://yields.example/app" }, /^PUBLIC_URL is .*without a path/],
    [{ PUBLIC_URL: "https://me:word@yields.example" }, /^PUBLIC_URL is not valid .*Set the https origin/],
    [
      { CLIENT_KEYS: `${ownKey},send-secret-1-and-longer`, SEND_KEY: "send-secret-1-and-longer" },
      /value of SEND_KEY/,
    ],
  ])("are refused with %o", (change, words) => {
    const fault = faultOf({ ...send, ...change });
    expect(fault).toMatch(words);
    expect(fault).not.toMatch(/secret|word@/);
  });

  test("link to the dashboard when its address is set, over https or on localhost", () => {
    expect(readConfig(send).publicUrl).toBeUndefined();
    expect(readConfig({ ...send, PUBLIC_URL: "https://yields.example/" }).publicUrl).toBe(
      "https://yields.example",
    );
    expect(readConfig({ ...send, PUBLIC_URL: "http://localhost:4173" }).publicUrl).toBe(
      "http://localhost:4173",
    );
  });
});

describe("the store", () => {
  test("defaults to a file, and is off with a frozen demo", () => {
    expect(readConfig(upstream).store).toEqual({
      address: { kind: "file", path: "data/yieldboard.db" },
      everyMs: 600_000,
      holdMs: 1_800_000,
      retention: { rawDays: 90, hourlyDays: 730 },
    });
    expect(readConfig({}).store).toEqual(readConfig(upstream).store);
    expect(readConfig({ DEMO_TIME: "2026-10-01T00:00:00Z" }).store).toBeUndefined();
    expect(readConfig({ ...upstream, STORE: "off" }).store).toBeUndefined();
    const given = { STORE: "file:///var/lib/a.db", RECORD_EVERY: "90s", RAW_DAYS: "7" };
    expect(readConfig(given).store).toMatchObject({
      address: { kind: "file", path: "/var/lib/a.db" },
      everyMs: 90_000,
      retention: { rawDays: 7 },
    });
  });

  test("is refused with an unknown scheme or an interval without a unit", () => {
    expect(faultOf({ STORE: "mysql://u:secret-77@h/d" })).toMatch(
      /^STORE is not valid .*Set file: and a path/,
    );
    expect(() => readConfig({ RECORD_EVERY: "10" })).toThrow(/RECORD_EVERY is "10"\. Set a time/);
    expect(readConfig({ STORE: "postgres://u:p@h/d" }).store?.address).toEqual({
      kind: "postgres",
      url: "postgres://u:p@h/d",
    });
  });
});

const kindOf = (environment: Environment): string => readConfig(environment).source.kind;
const address = (url: string) => readConfig({ SOURCE: "defillama", DEFILLAMA_YIELDS_URL: url }).source;

describe("the source", () => {
  test("is the demo, the upstream if its address is set, or the one named in SOURCE", () => {
    expect(kindOf({})).toBe("demo");
    expect(kindOf(upstream)).toBe("upstream");
    expect(kindOf({ ...upstream, SOURCE: "demo" })).toBe("demo");
    expect(kindOf({ SOURCE: "defillama" })).toBe("defillama");
    expect(readConfig({ SOURCE: "defillama" }).store?.address).toEqual({
      kind: "file",
      path: "data/yieldboard.db",
    });
    expect(() => readConfig({ SOURCE: "upstream" })).toThrow("MARKETS_BASE_URL is not set");
    expect(() => readConfig({ SOURCE: "live" })).toThrow("Use demo, defillama, upstream");
  });

  test("DefiLlama is polled over https or on localhost", () => {
    expect(address("http://127.0.0.1:9/")).toMatchObject({ yieldsUrl: "http://127.0.0.1:9" });
    for (const wrong of [
      "http://example.org",
      "https://a:b@example.org",
      "https://example.org/?key=1",
      "llama",
    ])
      expect(() => address(wrong)).toThrow("DEFILLAMA_YIELDS_URL");
  });
});
