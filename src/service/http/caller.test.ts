import { describe, expect, test } from "vitest";
import { callerAddress, cameOverHttps, widerNetwork } from "./caller.ts";

describe("the address of a caller", () => {
  test.each([
    // Without a trusted proxy the header is the caller's own.
    ["1.2.3.4", 0, "unknown"],
    // What the outermost trusted proxy saw, not what the caller prepended.
    ["6.6.6.6, 1.2.3.4", 1, "1.2.3.4"],
    ["6.6.6.6, 1.2.3.4, 10.0.0.2", 2, "1.2.3.4"],
    // An IPv6 /64 is one caller.
    ["2001:db8:1:2:aaaa::1", 1, "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:bbbb:cccc:dddd:2", 1, "2001:db8:1:2::/64"],
    ["2001:db8:1:2:3:4:5:6", 1, "2001:db8:1:2::/64"],
    ["2001:db8::1", 1, "2001:db8:0:0::/64"],
    ["::1", 1, "0:0:0:0::/64"],
    // IPv4 in IPv6 notation.
    ["::ffff:1.2.3.4", 1, "1.2.3.4"],
    ["::FFFF:0102:0304", 1, "1.2.3.4"],
    ["0:0:0:0:0:ffff:102:304", 1, "1.2.3.4"],
    // Some proxies append the port.
    ["1.2.3.4:5678", 1, "1.2.3.4"],
    ["[2001:db8:1:2::1]:5678", 1, "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]", 1, "2001:db8:1:2::/64"],
    // All invalid addresses share one limit.
    ["kitten-1", 1, "unknown"],
  ])("forwarded as %s by %i trusted proxies is %s", (chain, hops, address) => {
    expect(callerAddress(undefined, chain, hops)).toBe(address);
  });

  test("is that of the connection where a proxy is missing", () => {
    const chains = [undefined, "", "1.2.3.4"].map((chain) => callerAddress("10.0.0.2", chain, 2));
    expect(chains).toEqual(["10.0.0.2", "10.0.0.2", "10.0.0.2"]);
    expect(callerAddress("10.0.0.2", undefined, 1)).toBe("10.0.0.2");
  });

  test("has a wider network only for IPv6", () => {
    const networks = ["2001:db8:1:2::/64", "0:0:0:0::/64", "1.2.3.4"].map(widerNetwork);
    expect(networks).toEqual(["2001:db8:1::/48", "0:0:0::/48", undefined]);
  });
});

test("reads the scheme that the outermost proxy forwards", () => {
  expect(["https", "https, http", "http", undefined].map(cameOverHttps)).toEqual([true, true, false, false]);
});
