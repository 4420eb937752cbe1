import { ratio, tokenAmount, usd, type Ratio, type TokenAmount, type Usd } from "../../contract/units.ts";
import { maxDays, maxPercent, maxUsd, write } from "./number.ts";

export type ParsedInput<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

export function refuse(message: string): ParsedInput<never> {
  return { ok: false, message };
}

const suffixes = new Map([
  ["", 0],
  ["k", 3],
  ["m", 6],
  ["b", 9],
]);

/** Digits, optionally in groups of three (comma, space, apostrophe or underscore), with at most six decimals. */
const plainNumber = /^(?:\d+|\d{1,3}(?:[,\u00A0\u2009 '_]\d{3})+)?(?:\.\d{0,6})?$/;

/** "250.000" means 250,000 in half of the world, so it is rejected. No one writes dollars with three decimals. */
const pointForThousands = /^[1-9]\d{0,2}\.\d\d0$/;

function readScaled(text: string): number | undefined {
  const [, digits = "", suffix = ""] = /^(.*?)\s*([kmb]?)$/.exec(text) ?? [];
  if (suffix === "" && pointForThousands.test(digits)) return undefined;
  return readNumber(digits, suffixes.get(suffix));
}

/** Moves the point within the text: doubles give 1.1 · 1000 = 1100.0000000000002 and 5.2 / 100 = 0.052000000000000005. */
function readNumber(text: string, places = 0): number | undefined {
  if (!plainNumber.test(text) || !/\d/.test(text)) return undefined;
  return Number(`${text.replaceAll(/[,\u00A0\u2009 '_]/g, "")}e${String(places)}`);
}

/** "250000", "250,000", "$250k", "1.5m". Empty and zero mean no amount, unless `signed`. An error begins with `name`. */
export function readUsd(text: string, name: string, signed = false): ParsedInput<Usd | undefined> {
  const [, minus = "", trimmed = ""] = /^([-−]?)\s*\$?\s*(.*)$/s.exec(text.trim().toLowerCase()) ?? [];
  if (minus === "" && trimmed === "") return { ok: true, value: undefined };
  if (minus !== "" && !signed) return refuse(`${name} cannot be below zero.`);
  const value = readScaled(trimmed);
  if (value === undefined) return refuse("Write dollars as 250000, 250k or 1.5m.");
  if (value > maxUsd) return refuse("The amount is too large.");
  if (signed) return { ok: true, value: usd(minus === "" ? value : 0 - value) };
  return { ok: true, value: value === 0 ? undefined : usd(value) };
}

export function readTokens(text: string): ParsedInput<TokenAmount | undefined> {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === "") return { ok: true, value: undefined };
  const value = readScaled(trimmed);
  if (value === undefined || value > maxUsd) return refuse("Write amounts as 1700, 1.5k or 0.25.");
  return { ok: true, value: value === 0 ? undefined : tokenAmount(value) };
}

/** Six significant digits, which read back as nearly the same amount. */
export function writeTokens(value: TokenAmount | undefined): string {
  if (value === undefined) return "";
  const maxDecimals = value <= 0 ? 0 : Math.max(0, Math.min(6, 5 - Math.floor(Math.log10(value))));
  return write(value, { min: 0, max: maxDecimals });
}

export function readPercent(text: string, name: string): ParsedInput<Ratio | undefined> {
  const trimmed = text.trim().replace(/\s*%$/, "");
  if (trimmed === "") return { ok: true, value: undefined };
  const negative = /^[-−]/.test(trimmed);
  const number = readNumber(negative ? trimmed.slice(1).trim() : trimmed, -2);
  if (number === undefined) return refuse("Write percent as 5 or 2.5.");
  if (number > maxPercent / 100) return refuse(`${name} is too large.`);
  return { ok: true, value: ratio(negative ? -number : number) };
}

export function readDays(text: string): ParsedInput<number | undefined> {
  const trimmed = text.trim().replace(/\s*d(?:ays?)?$/i, "");
  if (trimmed === "") return { ok: true, value: undefined };
  const value = readNumber(trimmed);
  if (value === undefined || value > maxDays) return refuse("Write days as 30 or 0.5.");
  return { ok: true, value };
}

export function writeUsd(value: Usd | undefined): string {
  if (value === undefined) return "";
  return write(value, { min: 0, max: 6 });
}

export function writePercent(value: Ratio | undefined): string {
  return value === undefined ? "" : writeDecimal(value, 2);
}

/** Times 10^places, with at most six decimals, and without an exponent or the noise of doubles. */
export function writeDecimal(value: number, places = 0): string {
  return String(Number((value * 10 ** places).toFixed(6)));
}
