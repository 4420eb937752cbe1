// The part of a split as text and back: a plain number that is not negative, at most nine digits and two decimals.
import type { Reading } from "../../format/read-amount.ts";

export function writePart(part: number): string {
  return part === 0 ? "" : String(part);
}

/** "60", "12.5", "1,000"; nothing is 0. Anything else is explained. */
export function readPart(text: string): Reading<number> {
  const plain = text.trim().replaceAll(",", "");
  if (plain === "") return { ok: true, value: 0 };
  if (/^[-−]/.test(plain)) return { ok: false, message: "A part cannot be below zero." };
  if (!/^(?:\d{1,9}(?:\.\d{0,2})?|\.\d{1,2})$/.test(plain))
    return { ok: false, message: "Write a part as 60 or 12.5." };
  return { ok: true, value: Number(plain) };
}
