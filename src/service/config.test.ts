import { assert, property, stringMatching, uniqueArray } from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig, type Environment } from "./config.ts";

const upstream = { MARKETS_BASE_URL: "https://markets.example/api/", MARKETS_CLIENT_KEY: "secret-1" };

function faultOf(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return "";
}

describe("without any variable", () => {
  const config = readConfig({});

  test("it is the demo on port 4173 of this machine, with 535 markets of seed 1", () => {
    expect(config).toMatchObject({
      port: 4173,
      host: "127.0.0.1",
      shownHost: "localhost",
      clientKeys: ["demo"],
    });
    expect(config.source).toMatchObject({ kind: "demo", markets: 535, seed: 1 });
    expect(config.source).not.toHaveProperty("time");
  });

  test("actions lead to the dashboard's own page", () => {
    expect(config.interstitialUrl).toBe("/action");
  });
});

describe("with an upstream", () => {
  test("its address loses the slash at its end and actions lead to the public page", () => {
    const config = readConfig(upstream);
    expect(config.source).toMatchObject({
      kind: "upstream",
      baseUrl: "https://markets.example/api",
      key: "secret-1",
      keyHeader: "x-service-client-key",
    });
    expect(config.interstitialUrl).toBe("https://dial.to/");
  });

  test("a key is required", () => {
    expect(faultOf({ MARKETS_BASE_URL: "https://markets.example/api" })).toMatch(
      /^MARKETS_CLIENT_KEY is not set/,
    );
  });

  test("a key alone is a mistake, not a demo", () => {
    expect(faultOf({ MARKETS_CLIENT_KEY: "secret-1" })).toMatch(/MARKETS_BASE_URL is not/);
  });

  test("the operator is told when the key travels unencrypted or callers use the well-known key", () => {
    const notes = readConfig({ ...upstream, MARKETS_BASE_URL: "http://10.0.0.7/api" }).notes.join(" ");
    expect(notes).toContain("MARKETS_BASE_URL is http");
    expect(notes).toContain("CLIENT_KEYS");
    expect(readConfig({ ...upstream, CLIENT_KEYS: "own" }).notes).toEqual([]);
    expect(
      readConfig({ ...upstream, MARKETS_BASE_URL: "http://127.0.0.1:1/api", CLIENT_KEYS: "own" }).notes,
    ).toEqual([]);
  });
});

describe("a variable that cannot be used is refused with its name, value and remedy", () => {
  test.each<[string, string]>([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "4173.5"],
    ["PORT", "0x50"],
    ["HOST", "a b"],
    ["DEMO_MARKETS", "100001"],
    ["DEMO_MARKETS", "many"],
    ["DEMO_SEED", "1e3"],
    ["DEMO_TIME", "yesterday"],
    ["DEMO_TIME", "2026-13-01"],
    ["INTERSTITIAL_URL", "http://dial.to/"],
    ["INTERSTITIAL_URL", "//dial.to/"],
    ["INTERSTITIAL_URL", "javascript:alert(1)"],
    ["INTERSTITIAL_URL", "https://dial.to/?x=1"],
    ["ALLOWED_ORIGINS", "https://yields.example/"],
    ["ALLOWED_ORIGINS", "*"],
    ["ACTION_HOSTS", "https://dial.to"],
    ["TRUSTED_PROXY_HOPS", "11"],
    ["RATE_LIMIT_PER_ADDRESS", "x"],
    ["LOG_LEVEL", "debug"],
    ["MARKETS_CLIENT_KEY_HEADER", "x key"],
    ["MARKETS_CLIENT_KEY_HEADER", "Host"],
    ["MARKETS_BASE_URL", "ftp://markets.example"],
    ["MARKETS_ATTEMPT_TIMEOUT_MS", "0"],
  ])("%s=%s", (name, value) => {
    const fault = faultOf({ ...upstream, [name]: value });
    expect(fault).toContain(name);
    expect(fault).toContain(JSON.stringify(value));
    expect(fault).toMatch(/Set |Use /);
  });

  test("all at once, a line for each", () => {
    expect(faultOf({ PORT: "x", DEMO_SEED: "y" }).split("\n")).toHaveLength(2);
  });
});

describe("the value of a secret is never in an error", () => {
  test.each<Environment>([
    { ...upstream, MARKETS_CLIENT_KEY: "s3cr3t with space" },
    { ...upstream, CLIENT_KEYS: "s3cr3t with space" },
    { METRICS_TOKEN: "s3cr3t\n" },
    { ...upstream, MARKETS_BASE_URL: "https://user:s3cr3t@markets.example/api" },
    { ...upstream, MARKETS_BASE_URL: "https://markets.example/api?key=s3cr3t" },
  ])("%o", (environment) => {
    const fault = faultOf(environment);
    expect(fault).not.toBe("");
    expect(fault).not.toContain("s3cr3t");
  });
});

test("an empty variable counts as not set, save the list of keys: an empty one opens nothing", () => {
  expect(readConfig({ PORT: "", DEMO_TIME: "", MARKETS_BASE_URL: "" }).port).toBe(4173);
  expect(faultOf({ CLIENT_KEYS: "" })).toContain("CLIENT_KEYS is empty");
  expect(faultOf({ CLIENT_KEYS: " , " })).toContain("CLIENT_KEYS is empty");
});

describe("the key for browsers", () => {
  const keys = uniqueArray(stringMatching(/^[A-Za-z0-9]{1,20}$/), { minLength: 1, maxLength: 5 });

  test("is none of the configured keys and the same on every instance, whatever the order of the keys", () => {
    assert(
      property(keys, (list) => {
        const one = readConfig({ CLIENT_KEYS: list.join(",") });
        const other = readConfig({ CLIENT_KEYS: list.toReversed().join(", ") });
        expect(one.dashboardKey).toBe(other.dashboardKey);
        expect(list).not.toContain(one.dashboardKey);
      }),
    );
  });

  test("changes with the keys", () => {
    expect(readConfig({ CLIENT_KEYS: "a" }).dashboardKey).not.toBe(
      readConfig({ CLIENT_KEYS: "b" }).dashboardKey,
    );
  });
});

test("cursors of one demo are not cursors of another", () => {
  expect(cursorSecretOf({})).toBe(cursorSecretOf({ PORT: "5000" }));
  expect(cursorSecretOf({})).not.toBe(cursorSecretOf({ DEMO_SEED: "2" }));
  expect(cursorSecretOf({})).not.toBe(cursorSecretOf({ DEMO_MARKETS: "10" }));
  expect(cursorSecretOf({})).not.toBe(cursorSecretOf({ CLIENT_KEYS: "other" }));
});

function cursorSecretOf(environment: Environment): string {
  const { source } = readConfig(environment);
  return source.kind === "demo" ? source.cursorSecret : "";
}
