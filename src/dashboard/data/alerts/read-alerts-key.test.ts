import { expect, test } from "vitest";
import { readAlertsKey } from "./read-alerts-key.ts";

test("reads a key in groups and capitals, and rejects an invalid one with the reason", () => {
  const key = "0123456789abcdef".repeat(2);
  expect(readAlertsKey(` ${key.toUpperCase().match(/.{4}/g)?.join(" ") ?? ""}\n`)).toEqual({
    ok: true,
    value: key,
  });
  expect(readAlertsKey(key.slice(1))).toMatchObject({ message: "A key has 32 characters. This has 31." });
  expect(readAlertsKey(`${key}g`)).toMatchObject({ message: expect.stringContaining("“g”") });
  expect(readAlertsKey("")).toMatchObject({ ok: false });
});
