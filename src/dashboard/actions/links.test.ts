import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { refusalReasons, toActionLink, toWebsiteLink, type ActionLink, type Refusal } from "./links.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

const vault = "HDsayqAsDWy3QvANGqh2yNraqcD8Fnjgh73Mhb3WRS5E";
const interstitialUrl = "https://dial.to/";
const linkTo = (action: string): string =>
  `https://dial.to/?action=${encodeURIComponent(`solana-action:${action}`)}`;

const lend = `https://kamino.dial.to/api/v0/lend/${vault}/deposit`;
const longestLabel = "a".repeat(63);
/** With its scheme, 2048 characters. */
const longest = "https://kamino.dial.to/".padEnd(2048 - "blink:".length, "a");

describe("an action is linked", () => {
  it("with its address encoded once", () => {
    expect(toActionLink(`blink:${lend}`, { interstitialUrl })).toMatchObject({
      ok: true,
      href: `https://dial.to/?action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2Fapi%2Fv0%2Flend%2F${vault}%2Fdeposit`,
    });
  });

  test.each([
    ["with the solana-action scheme", `solana-action:${lend}`, lend],
    [
      "with an encoded address decoded",
      `solana-action:${encodeURIComponent(`${lend}?amount=1`)}`,
      `${lend}?amount=1`,
    ],
    ["with its query", `blink:${lend}?amount=1.5&percentage=10`, `${lend}?amount=1.5&percentage=10`],
    [
      "with action= in its query",
      "blink:https://jup.dial.to/?action=stake",
      "https://jup.dial.to/?action=stake",
    ],
    ["with its host in lower case", "blink:https://KAMINO.DIAL.TO/x", "https://kamino.dial.to/x"],
    ["with its scheme in lower case", "blink:HTTPS://kamino.dial.to/x", "https://kamino.dial.to/x"],
    ["without the default port", "blink:https://kamino.dial.to:443/x", "https://kamino.dial.to/x"],
    ["with dot segments resolved", "blink:https://kamino.dial.to/a/../b", "https://kamino.dial.to/b"],
    ["without a path", "blink:https://kamino.dial.to", "https://kamino.dial.to/"],
    ["with a stable escape", "blink:https://kamino.dial.to/%C3%A9", "https://kamino.dial.to/%C3%A9"],
    ["with an @ in its path", "blink:https://kamino.dial.to/@me", "https://kamino.dial.to/@me"],
    ["with the longest label", `blink:https://${longestLabel}.dial.to/`, `https://${longestLabel}.dial.to/`],
    ["with the longest address", `blink:${longest}`, longest],
    [
      "to any host when no list is configured",
      "blink:https://actions.example.org/x",
      "https://actions.example.org/x",
    ],
  ])("%s", (_name, input, action) => {
    expect(toActionLink(input, { interstitialUrl })).toMatchObject({
      ok: true,
      href: linkTo(action),
      action,
    });
  });
});

const of = (...hosts: readonly string[]): readonly string[] => hosts.map((host) => `blink:https://${host}/`);

describe("an action is refused as", () => {
  const good = "blink:https://kamino.dial.to";
  const byRefusal: Readonly<Record<Refusal, readonly unknown[]>> = {
    "not-a-string": [undefined, null, 5, {}, ["blink:https://kamino.dial.to/"]],
    empty: ["", "blink:", "solana-action:"],
    "too-long": [`blink:${longest}a`],
    "bad-character": [
      ` blink:${lend}`,
      "blink:https://kamino.dial.to/\nx",
      "blink:ht\ttps://kamino.dial.to/",
      "blink:https://kamino.dial.to/\u200bx",
      "blink:https://kamino.dial.to/\u202ex",
      "blink:https:\\\\evil.com/x",
      ..."\u00ad \ufeff \u00a0 \u2028 \u3164 \u0600 \u0000 \ud800 \" ' ` <x> ^ |"
        .split(" ")
        .map((odd) => `${good}/${odd}`),
      "solana-action:https%3A%2F%2Fkamino.dial.to%2F%0Ax",
      "solana-action:https%3A%5C%5Cevil.com",
    ],
    scheme: [
      ["javascript", "alert(1)"].join(":"),
      lend,
      `BLINK:${lend}`,
      "mailto:a@b.c",
      "blink",
      "blink;https://kamino.dial.to/",
      "data:text/html,x",
    ],
    "bad-encoding": ["solana-action:https%3A%2F%2Fkamino.dial.to%2F%", "blink:https%3A%2F%2Fx.org%2F%E9"],
    "not-https": [
      "blink:http://kamino.dial.to/x",
      "blink:javascript:alert(1)",
      "blink:data:text/html,x",
      "blink:file:///etc/passwd",
      "blink:https:/kamino.dial.to/x",
      "blink://kamino.dial.to/x",
      "solana-action://https://kamino.dial.to/x",
      "blink:ws://kamino.dial.to/",
      "blink:https:kamino.dial.to",
      "blink:blink:https://x.org/",
    ],
    credentials: [
      "blink:https://kamino.dial.to@evil.com/x",
      "blink:https://u:p@kamino.dial.to/x",
      "blink:https://@kamino.dial.to/x",
      "blink:https:///u:p@kamino.dial.to/x",
      "blink:https:///@kamino.dial.to/x",
      "blink:https://kamino.dial.to%2F@evil.com/x",
      "solana-action:https%3A%2F%2Fu%40kamino.dial.to%2F",
    ],
    malformed: ["blink:https://", ...of("kamino.dial.to:99999", "[::1", "1.2.3.4.5")],
    port: of("kamino.dial.to:8443", "kamino.dial.to:80"),
    "ip-host": of("127.0.0.1", "2130706433", "0x7f000001", "127.1", "[::1]"),
    host: [
      ...of("localhost", "kamino", "kamino.local", "api.internal", "a.test", "a.invalid", "a.onion", "a.lan"),
      ...of("router.home", "app.localhost", "kamino.dial.to.", "kamіno.dial.to", "xn--kamno-p2e.dial.to"),
      ...of("a..b.com", "a.b1c", "-a.com", "a-.com", `${longestLabel}a.com`, `${"a.".repeat(124)}dial.to`),
    ],
    fragment: ["blink:https://kamino.dial.to/x#y", "blink:https://kamino.dial.to/x#"],
    placeholder: [
      "blink:https://kamino.dial.to/{amount}",
      "blink:https://kamino.dial.to/x?amount=%7Bamount%7D",
    ],
    nested: [
      "blink:https://kamino.dial.to/?action=solana-action:https://evil.com/",
      "blink:https://kamino.dial.to/?action=solana-action%3Ahttps%3A%2F%2Fevil.com%2F",
      "blink:https://kamino.dial.to/?next=BLINK:https://evil.com/",
      "blink:https://kamino.dial.to/?next=+blink:https://evil.com/",
      "blink:https://kamino.dial.to/?apiUrl=https://evil.com/",
    ],
    "unstable-escape": [
      "blink:https://kamino.dial.to/?action=solana-action%253Ahttps%253A%252F%252Fevil.com%252F",
      "blink:https://kamino.dial.to/a%2Fb%3Fc",
      "blink:https://kamino.dial.to/%25",
      "blink:https://kamino.dial.to/%",
      "blink:https://kamino.dial.to/x?a=b%26c=d%23e",
    ],
    "host-not-listed": [
      "blink:https://dial.to.evil.com/x",
      "blink:https://notdial.to/",
      "blink:https://evil.com/?x=dial.to",
    ],
  };

  test.each(Object.entries(byRefusal))("%s", (refusal, values) => {
    for (const value of values)
      expect([value, toActionLink(value, { interstitialUrl, actionHosts: ["dial.to"] })]).toEqual([
        value,
        { ok: false, refusal },
      ]);
  });
});

function again(link: ActionLink): ActionLink {
  return link.ok ? toActionLink(`blink:${link.action}`, { interstitialUrl }) : link;
}

// Split at spaces: parts of URLs, characters that URLs must not contain, and look-alikes.
const hostileUnit = fc.constantFrom(
  ..."a b z 0 9 . - _ ~ : / ? # @ [ ] ! $ & ( ) * + , ; = % { } | ^ ` < > \" ' \\".split(" "),
  ..."\u0000 \t \n \u00a0 \u00ad \u200b \u202e \u2066 \ufeff \ud800 é і 😀 。 %2f %00".split(" "),
  ..."blink: https:// dial.to solana-action: action= .. 127.0.0.1 xn--a".split(" "),
);
const hostileText = fc.string({ unit: hostileUnit, maxLength: 12 });

describe("properties of action links", () => {
  const path = fc
    .array(fc.stringMatching(/^[a-z0-9~_-]{1,8}$/), { maxLength: 4 })
    .map((parts) => parts.join("/"));
  const host = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/), fc.constantFrom("dial.to", "example.org", "kamino.com"))
    .map((parts) => parts.join("."));
  const good = fc.tuple(host, path).map(([name, rest]) => `https://${name}/${rest}`);

  it("a plain https address of a public host round-trips through its link", () => {
    fc.assert(
      fc.property(good, fc.constantFrom("blink:", "solana-action:"), (address, scheme) => {
        const link = toActionLink(scheme + address, { interstitialUrl });
        const { hostname } = new URL(address);
        expect(link).toEqual({ ok: true, href: linkTo(address), host: hostname, action: address });
        expect(link.ok && new URL(link.href).searchParams.get("action")).toBe(`solana-action:${address}`);
      }),
    );
  });

  it("any input yields no link or an interstitial link to a plain https action", () => {
    const hostile = fc.oneof(
      hostileText,
      fc
        .tuple(
          fc.constantFrom("blink:", "solana-action:", "blink:https://", "blink:https%3A%2F%2F", ""),
          hostileText,
          fc.constantFrom("", "@evil.com", "/../", "%00", "%2f", "?action=blink:https://e.co", "#x", ":80"),
        )
        .map((parts) => parts.join("")),
      fc.tuple(good, hostileText).map(([address, tail]) => `blink:${address}${tail}`),
    );
    fc.assert(
      fc.property(hostile, (value) => {
        const link = toActionLink(value, { interstitialUrl });
        if (!link.ok) return;
        const page = new URL(link.href);
        expect(page.origin + page.pathname).toBe("https://dial.to/");
        expect([...page.searchParams.keys()]).toEqual(["action"]);
        const action = new URL((page.searchParams.get("action") ?? "").replace("solana-action:", ""));
        expect(action.protocol).toBe("https:");
        expect(action.hostname).toBe(link.host);
        expect(action.username + action.password + action.port + action.hash).toBe("");
        expect(link.href).toMatch(/^[!-~]+$/);
      }),
      runs(400),
    );
  });

  it("normalising a linked action again changes nothing", () => {
    fc.assert(
      fc.property(
        good,
        fc.constantFrom("", "?a=b", "?a=%C3%A9", "/../x", "/%41"),
        hostileText,
        (address, tail, text) => {
          const once = toActionLink(`blink:${address}${tail}${text}`, { interstitialUrl });
          expect(again(once)).toEqual(once);
        },
      ),
    );
  });
});

test.each([
  ["/action", "/action?"],
  ["https://dial.to/?theme=dark", "https://dial.to/?theme=dark&"],
])("the interstitial can be a dashboard path or a URL with a query: %s", (page, start) => {
  expect(toActionLink("blink:https://kamino.dial.to/x", { interstitialUrl: page })).toMatchObject({
    ok: true,
    href: `${start}action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2Fx`,
  });
});

const isAllowed = (name: string, ...actionHosts: string[]): boolean =>
  toActionLink(`blink:https://${name}/`, { interstitialUrl, actionHosts }).ok;

test("the list of hosts allows a host and its subdomains, and nothing when it is empty", () => {
  const names = ["dial.to", "a.b.dial.to", "adial.to", "dial.to.co"];
  expect(names.map((name) => isAllowed(name, "dial.to"))).toEqual([true, true, false, false]);
  expect(isAllowed("dial.to")).toBe(false);
});

it("every refusal has its own sentence", () => {
  const sentences = Object.values(refusalReasons);
  expect(new Set(sentences).size).toBe(sentences.length);
});

describe("the link to a provider's page", () => {
  it("is absent when the market has none", () => {
    expect(toWebsiteLink(undefined)).toBeUndefined();
  });

  test.each([
    ["https://kamino.com/multiply", "https://kamino.com/multiply", "kamino.com"],
    ["https://app.lulo.fi", "https://app.lulo.fi/", "app.lulo.fi"],
    ["https://jup.ag/lend/earn?a=b%26c", "https://jup.ag/lend/earn?a=b%26c", "jup.ag"],
    ["https://defituna.com/#/lend", "https://defituna.com/#/lend", "defituna.com"],
    ["HTTPS://Kamino.COM/x", "https://kamino.com/x", "kamino.com"],
  ])("%s is linked with its query and fragment unchanged", (sent, href, host) => {
    expect(toWebsiteLink(sent)).toEqual({ ok: true, href, host });
  });

  test.each([
    ["", "empty"],
    [`https://kamino.com/${"a".repeat(2048)}`, "too-long"],
    ["http://kamino.com/", "not-https"],
    [["javascript", "alert(1)"].join(":"), "not-https"],
    ["data:text/html,x", "not-https"],
    ["blink:https://kamino.com/", "not-https"],
    ["//kamino.com/", "not-https"],
    ["/markets", "not-https"],
    ["https://kamino.com/\u202e", "bad-character"],
    [" https://kamino.com/", "bad-character"],
    ["https://kamino.com@evil.com/", "credentials"],
    ["https://kamino.com:8443/", "port"],
    ["https://127.0.0.1/", "ip-host"],
    ["https://localhost/", "host"],
    ["https://kamіno.com/", "host"],
    ["https://", "malformed"],
    ["https://kamino.com/{market}", "placeholder"],
  ])("%s is refused as %s", (sent, refusal) => {
    expect(toWebsiteLink(sent)).toEqual({ ok: false, refusal });
  });
});
