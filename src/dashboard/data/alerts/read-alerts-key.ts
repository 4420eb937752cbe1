// Also accepts a pasted key in groups, with surrounding spaces or in capitals.
import { alertsKeyPattern } from "../../../contract/alerts/alerts-key.ts";
import { refuse, type ParsedInput } from "../../../domain/format/read-amount.ts";

export function readAlertsKey(text: string): ParsedInput<string> {
  const value = text.replaceAll(/\s+/gu, "").toLowerCase();
  if (alertsKeyPattern.test(value)) return { ok: true, value };
  if (value === "") return refuse("Paste the key of the other browser.");
  const wrong = /[^0-9a-f]/u.exec(value)?.[0];
  return refuse(
    wrong === undefined
      ? `A key has 32 characters. This has ${String(value.length)}.`
      : `A key is made of 0 to 9 and a to f. This has “${wrong}”.`,
  );
}
