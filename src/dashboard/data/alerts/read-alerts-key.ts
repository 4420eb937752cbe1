// Accepts a pasted key in groups, with surrounding spaces or in capitals.
import { isAlertsKey } from "../../../contract/alerts/alerts-key.ts";

/** @returns the key, or a sentence with what is wrong */
export function readAlertsKey(
  text: string,
): { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string } {
  const key = text.replaceAll(/\s+/gu, "").toLowerCase();
  if (isAlertsKey(key)) return { ok: true, key };
  if (key === "") return { ok: false, message: "Paste the key of the other browser." };
  const wrong = /[^0-9a-f]/u.exec(key)?.[0];
  return {
    ok: false,
    message:
      wrong === undefined
        ? `A key has 32 characters. This has ${String(key.length)}.`
        : `A key is made of 0 to 9 and a to f. This has “${wrong}”.`,
  };
}
