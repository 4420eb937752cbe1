import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { refusals, toActionLink, type ActionLink, type Refusal } from "./action-link.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";

const vault = "HDsayqAsDWy3QvANGqh2yNraqcD8Fnjgh73Mhb3WRS5E";
const interstitialUrl = "https://dial.to/";
const linkTo = (action: string): string =>
  `https://dial.to/?action=${encodeURIComponent(`solana-action:${action}`)}`;

type Case = readonly [
  name: string,
  input: unknown,
  expected: { link: string } | { refusal: Refusal },
  embed: "yes" | "host-not-listed" | "—",
];

const deposit = `https://dial.to/?action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2Fapi%2Fv0%2Flend%2F${vault}%2Fdeposit`;

const cases: readonly Case[] = [
  ["plain deposit", `blink:https://kamino.dial.to/api/v0/lend/${vault}/deposit`, { link: deposit }, "yes"],
  [
    "solana-action scheme",
    `solana-action:https://kamino.dial.to/api/v0/lend/${vault}/deposit`,
    { link: deposit },
    "yes",
  ],
  [
    "encoded rest",
    `solana-action:https%3A%2F%2Fkamino.dial.to%2Fapi%2Fv0%2Flend%2F${vault}%2Fdeposit%3Famount%3D1`,
    { link: `${deposit}%3Famount%3D1` },
    "yes",
  ],
  [
    "query kept",
    `blink:https://kamino.dial.to/api/v0/lend/${vault}/deposit?amount=1.5&percentage=10`,
    { link: `${deposit}%3Famount%3D1.5%26percentage%3D10` },
    "yes",
  ],
  [
    "legitimate action= word",
    "blink:https://jupiter.dial.to/dao?action=stake&amount=1",
    {
      link: "https://dial.to/?action=solana-action%3Ahttps%3A%2F%2Fjupiter.dial.to%2Fdao%3Faction%3Dstake%26amount%3D1",
    },
    "yes",
  ],
  ["upper-case host", "blink:https://KAMINO.DIAL.TO/x", { link: linkTo("https://kamino.dial.to/x") }, "yes"],
  ["upper-case https", "blink:HTTPS://kamino.dial.to/x", { link: linkTo("https://kamino.dial.to/x") }, "yes"],
  [
    "default port 443",
    "blink:https://kamino.dial.to:443/x",
    { link: linkTo("https://kamino.dial.to/x") },
    "yes",
  ],
  [
    "dot segments resolved",
    "blink:https://kamino.dial.to/a/../b",
    { link: linkTo("https://kamino.dial.to/b") },
    "yes",
  ],
  ["no path", "blink:https://kamino.dial.to", { link: linkTo("https://kamino.dial.to/") }, "yes"],
  [
    "escape that is stable",
    "blink:https://kamino.dial.to/caf%C3%A9",
    { link: linkTo("https://kamino.dial.to/caf%C3%A9") },
    "yes",
  ],
  [
    "unlisted host",
    "blink:https://actions.example.org/deposit",
    { link: linkTo("https://actions.example.org/deposit") },
    "host-not-listed",
  ],
  [
    "look-alike host",
    "blink:https://dial.to.evil.com/x",
    { link: linkTo("https://dial.to.evil.com/x") },
    "host-not-listed",
  ],
  ["http", "blink:http://kamino.dial.to/x", { refusal: "not-https" }, "—"],
  ["javascript inside", "blink:javascript:alert(1)", { refusal: "not-https" }, "—"],
  ["javascript itself", ["javascript", "alert(1)"].join(":"), { refusal: "scheme" }, "—"],
  ["data inside", "blink:data:text/html,x", { refusal: "not-https" }, "—"],
  ["file", "blink:file:///etc/passwd", { refusal: "not-https" }, "—"],
  ["bare https", `https://kamino.dial.to/api/v0/lend/${vault}/deposit`, { refusal: "scheme" }, "—"],
  [
    "upper-case scheme",
    `BLINK:https://kamino.dial.to/api/v0/lend/${vault}/deposit`,
    { refusal: "scheme" },
    "—",
  ],
  [
    "leading space",
    ` blink:https://kamino.dial.to/api/v0/lend/${vault}/deposit`,
    { refusal: "bad-character" },
    "—",
  ],
  ["newline", "blink:https://kamino.dial.to/\nx", { refusal: "bad-character" }, "—"],
  ["tab in https", "blink:ht\ttps://kamino.dial.to/", { refusal: "bad-character" }, "—"],
  ["zero-width", "blink:https://kamino.dial.to/\u200bx", { refusal: "bad-character" }, "—"],
  ["bidi override", "blink:https://kamino.dial.to/\u202ex", { refusal: "bad-character" }, "—"],
  ["backslash authority", "blink:https:\\\\evil.com/x", { refusal: "bad-character" }, "—"],
  ["one slash", "blink:https:/kamino.dial.to/x", { refusal: "not-https" }, "—"],
  ["protocol-relative", "blink://kamino.dial.to/x", { refusal: "not-https" }, "—"],
  ["scheme with slashes", "solana-action://https://kamino.dial.to/x", { refusal: "not-https" }, "—"],
  ["user", "blink:https://kamino.dial.to@evil.com/x", { refusal: "credentials" }, "—"],
  ["user and password", "blink:https://u:p@kamino.dial.to/x", { refusal: "credentials" }, "—"],
  ["empty user", "blink:https://@kamino.dial.to/x", { refusal: "credentials" }, "—"],
  ["encoded @ trick", "blink:https://kamino.dial.to%2F@evil.com/x", { refusal: "credentials" }, "—"],
  [
    "@ in path is fine",
    "blink:https://kamino.dial.to/@me",
    { link: linkTo("https://kamino.dial.to/@me") },
    "yes",
  ],
];

describe("the cases of the link rules", () => {
  it("are all 34", () => expect(cases).toHaveLength(34));

  test.each(cases)("%s", (_name, input, expected, embed) => {
    expect(summary(toActionLink(input, { interstitialUrl }))).toEqual(expected);
    const embedded = summary(toActionLink(input, { interstitialUrl, hosts: ["dial.to"] }));
    expect(embedded).toEqual(embed === "host-not-listed" ? { refusal: embed } : expected);
  });
});

function summary(link: ActionLink): { link: string } | { refusal: Refusal } {
  return link.ok ? { link: link.href } : { refusal: link.refusal };
}

describe("every refusal is reached by its own rule", () => {
  const byRefusal: Readonly<Record<Refusal, readonly unknown[]>> = {
    "not-a-string": [undefined, null, 5, {}, ["blink:https://kamino.dial.to/"]],
    empty: ["", "blink:", "solana-action:"],
    "too-long": [`blink:https://kamino.dial.to/${"a".repeat(2048)}`],
    "bad-character": [
      "blink:https://kamino.dial.to/\u00ad",
      "blink:https://kamino.dial.to/\ufeff",
      "blink:https://kamino.dial.to/\u00a0",
      "blink:https://kamino.dial.to/\u2028",
      "blink:https://kamino.dial.to/\u3164",
      "blink:https://kamino.dial.to/\u0600",
      'blink:https://kamino.dial.to/"',
      "blink:https://kamino.dial.to/'",
      "blink:https://kamino.dial.to/`",
      "blink:https://kamino.dial.to/<x>",
      "blink:https://kamino.dial.to/^",
      "blink:https://kamino.dial.to/|",
      "blink:https://kamino.dial.to/\u0000",
      "blink:https://kamino.dial.to/\ud800",
      "solana-action:https%3A%2F%2Fkamino.dial.to%2F%0Ax",
      "solana-action:https%3A%5C%5Cevil.com",
    ],
    scheme: ["mailto:a@b.c", "blink", "blink;https://kamino.dial.to/", "data:text/html,x"],
    "bad-encoding": ["solana-action:https%3A%2F%2Fkamino.dial.to%2F%", "blink:https%3A%2F%2Fx.org%2F%E9"],
    "not-https": ["blink:ws://kamino.dial.to/", "blink:https:kamino.dial.to", "blink:blink:https://x.org/"],
    credentials: ["solana-action:https%3A%2F%2Fu%40kamino.dial.to%2F"],
    malformed: [
      "blink:https://",
      "blink:https://kamino.dial.to:99999/",
      "blink:https://[::1/",
      "blink:https://1.2.3.4.5/",
    ],
    port: ["blink:https://kamino.dial.to:8443/", "blink:https://kamino.dial.to:80/"],
    "ip-host": [
      "blink:https://127.0.0.1/",
      "blink:https://2130706433/",
      "blink:https://0x7f000001/",
      "blink:https://127.1/",
      "blink:https://[::1]/",
    ],
    host: [
      "blink:https://localhost/",
      "blink:https://kamino/",
      "blink:https://kamino.local/",
      "blink:https://api.internal/",
      "blink:https://a.test/",
      "blink:https://a.invalid/",
      "blink:https://a.onion/",
      "blink:https://a.lan/",
      "blink:https://router.home/",
      "blink:https://app.localhost/",
      "blink:https://kamino.dial.to./",
      "blink:https://kamіno.dial.to/",
      "blink:https://xn--kamno-p2e.dial.to/",
      "blink:https://a..b.com/",
      "blink:https://a.b1c/",
      "blink:https://-a.com/",
    ],
    fragment: ["blink:https://kamino.dial.to/x#y", "blink:https://kamino.dial.to/x#"],
    placeholder: [
      "blink:https://kamino.dial.to/{amount}",
      "blink:https://kamino.dial.to/x?amount=%7Bamount%7D",
    ],
    nested: [
      "blink:https://kamino.dial.to/?action=solana-action:https://evil.com/",
      "blink:https://kamino.dial.to/?action=solana-action%3Ahttps%3A%2F%2Fevil.com%2F",
      "blink:https://kamino.dial.to/?action=solana-action%253Ahttps%253A%252F%252Fevil.com%252F",
      "blink:https://kamino.dial.to/?next=BLINK:https://evil.com/",
      "blink:https://kamino.dial.to/?apiUrl=https://evil.com/",
    ],
    "unstable-escape": [
      "blink:https://kamino.dial.to/a%2Fb%3Fc",
      "blink:https://kamino.dial.to/%25",
      "blink:https://kamino.dial.to/%",
      "blink:https://kamino.dial.to/x?a=b%26c=d%23e",
    ],
    "host-not-listed": ["blink:https://notdial.to/", "blink:https://evil.com/?x=dial.to"],
  };

  test.each(refusals)("%s", (refusal) => {
    for (const value of byRefusal[refusal])
      expect([value, toActionLink(value, { interstitialUrl, hosts: ["dial.to"] })]).toEqual([
        value,
        { ok: false, refusal },
      ]);
  });
});

function again(link: ActionLink): ActionLink {
  return link.ok ? toActionLink(`blink:${link.action}`, { interstitialUrl }) : link;
}

// Divided at each space: what URLs are made of, what must not be in one, and what reads as something else.
const hostileUnit = fc.constantFrom(
  ..."a b z 0 9 . - _ ~ : / ? # @ [ ] ! $ & ( ) * + , ; = % { } | ^ ` < > \" ' \\".split(" "),
  ..."\u0000 \t \n \u00a0 \u00ad \u200b \u202e \u2066 \ufeff \ud800 é і 😀 。 %2f %00".split(" "),
  ..."blink: https:// dial.to solana-action: action= .. 127.0.0.1 xn--a".split(" "),
);
const hostileText = fc.string({ unit: hostileUnit, maxLength: 12 });

describe("laws of action links", () => {
  const path = fc
    .array(fc.stringMatching(/^[a-z0-9~_-]{1,8}$/), { maxLength: 4 })
    .map((parts) => parts.join("/"));
  const host = fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/), fc.constantFrom("dial.to", "example.org", "kamino.com"))
    .map((parts) => parts.join("."));
  const good = fc.tuple(host, path).map(([name, rest]) => `https://${name}/${rest}`);

  it("a plain https address of a public host is linked, and reading the link back gives the address", () => {
    fc.assert(
      fc.property(good, fc.constantFrom("blink:", "solana-action:"), (address, scheme) => {
        const link = toActionLink(scheme + address, { interstitialUrl });
        expect(link).toEqual({
          ok: true,
          href: linkTo(address),
          host: new URL(address).hostname,
          action: address,
        });
        expect(link.ok && new URL(link.href).searchParams.get("action")).toBe(`solana-action:${address}`);
      }),
    );
  });

  it("whatever comes in, a link leads to the interstitial and names a plain https action, or none exists", () => {
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

  it("normalising is idempotent: a linked action is linked again, to the same place", () => {
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

describe("the interstitial", () => {
  const value = "blink:https://kamino.dial.to/x";

  it("may be a path of the dashboard itself", () => {
    expect(toActionLink(value, { interstitialUrl: "/action" })).toMatchObject({
      ok: true,
      href: "/action?action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2Fx",
    });
  });

  it("keeps a query it already has", () => {
    expect(toActionLink(value, { interstitialUrl: "https://dial.to/?theme=dark" })).toMatchObject({
      ok: true,
      href: "https://dial.to/?theme=dark&action=solana-action%3Ahttps%3A%2F%2Fkamino.dial.to%2Fx",
    });
  });
});

describe("the list of hosts", () => {
  it("takes a host itself and any below it, and no look-alike", () => {
    const hosts = ["dial.to"];
    const host = (name: string): boolean =>
      toActionLink(`blink:https://${name}/`, { interstitialUrl, hosts }).ok;
    expect(["dial.to", "a.dial.to", "a.b.dial.to"].map(host)).toEqual([true, true, true]);
    expect(["adial.to", "dial.to.co", "dial.tos"].map(host)).toEqual([false, false, false]);
  });

  it("lets nothing pass when it is empty", () => {
    expect(toActionLink("blink:https://dial.to/", { interstitialUrl, hosts: [] })).toEqual({
      ok: false,
      refusal: "host-not-listed",
    });
  });
});
