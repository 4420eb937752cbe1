import { describe, expect, test } from "vitest";
import { callerAddress, cameOverHttps, widerNetwork } from "./caller.ts";

const forwarded = (chain: string, hops: number): string => callerAddress(undefined, chain, hops);

describe("the address of a caller", () => {
  test("ignores the forwarded header when no proxy is trusted", () => {
    expect(forwarded("1.2.3.4", 0)).toBe("unknown");
  });

  test("is what the outermost trusted proxy saw, not what the caller prepended", () => {
    expect(forwarded("6.6.6.6, 1.2.3.4", 1)).toBe("1.2.3.4");
    expect(forwarded("6.6.6.6, 1.2.3.4, 10.0.0.2", 2)).toBe("1.2.3.4");
  });

  test("treats an IPv6 /64 network as one caller", () => {
    expect(forwarded("2001:db8:1:2:aaaa::1", 1)).toBe("2001:db8:1:2::/64");
    expect(forwarded("2001:0db8:0001:0002:bbbb:cccc:dddd:2", 1)).toBe("2001:db8:1:2::/64");
    expect(forwarded("2001:db8::1", 1)).toBe("2001:db8:0:0::/64");
    expect(forwarded("::1", 1)).toBe("0:0:0:0::/64");
  });

  test("is the same for an IPv4 address in either notation", () => {
    for (const mapped of ["::ffff:1.2.3.4", "::FFFF:0102:0304", "0:0:0:0:0:ffff:102:304"])
      expect(forwarded(mapped, 1)).toBe("1.2.3.4");
  });

  test("is the same with the port that some proxies append", () => {
    expect(forwarded("1.2.3.4:5678", 1)).toBe("1.2.3.4");
    expect(forwarded("[2001:db8:1:2::1]:5678", 1)).toBe("2001:db8:1:2::/64");
    expect(forwarded("[2001:db8:1:2::1]", 1)).toBe("2001:db8:1:2::/64");
    expect(forwarded("2001:db8:1:2:3:4:5:6", 1)).toBe("2001:db8:1:2::/64");
  });

  test("has a wider network only for IPv6", () => {
    expect(widerNetwork("2001:db8:1:2::/64")).toBe("2001:db8:1::/48");
    expect(widerNetwork("0:0:0:0::/64")).toBe("0:0:0::/48");
    expect(widerNetwork("1.2.3.4")).toBeUndefined();
  });

  test("is unknown for anything but an address, so invented names share one limit", () => {
    expect(forwarded("kitten-1", 1)).toBe("unknown");
    expect(forwarded("kitten-2", 1)).toBe("unknown");
  });
});

test("trusts a forwarded https scheme only from a trusted proxy", () => {
  expect(cameOverHttps("https", 0)).toBe(false);
  expect(cameOverHttps("https", 1)).toBe(true);
  expect(cameOverHttps("http", 1)).toBe(false);
  expect(cameOverHttps(undefined, 1)).toBe(false);
});
