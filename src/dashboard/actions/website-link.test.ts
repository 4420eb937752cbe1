import { describe, expect, it, test } from "vitest";
import { toWebsiteLink } from "./website-link.ts";

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
