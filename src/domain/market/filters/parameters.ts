// Reading never throws: an invalid value counts as missing, and an invalid item is dropped from its list.
import { isMintAddress } from "../../../contract/markets-request.ts";
import { withoutLoneSurrogates } from "../../../contract/names/characters.ts";
import { keysOf } from "../../../contract/names/keys-of.ts";
import { decodeOnce } from "../../../contract/query-text.ts";
import { ratio, tokenAmount, usd, type Ratio, type TokenAmount, type Usd } from "../../../contract/units.ts";
import { readUsd, writeDecimal } from "../../format/read-amount.ts";
import { maxDays, maxPercent, maxUsd } from "../../format/number.ts";
import { sameItems } from "../../memoize.ts";
import { readAsset, canonicalAssets } from "../asset-families.ts";

export interface Parameter<Value> {
  readonly name: string;
  readonly initial: Value;
  read(text: string): Value | undefined;
  write(value: Value): string;
  isInitial(value: Value): boolean;
  /** The one form of all values with the same meaning: lists are sorted, without duplicates. */
  canonical(value: Value): Value;
}

export type ParametersFor<Values> = { readonly [Field in keyof Values]: Parameter<Values[Field]> };

export function initialValues<Values extends object>(parameters: ParametersFor<Values>): Values {
  const values: Partial<Values> = {};
  const isComplete = (given: Partial<Values>): given is Values =>
    keysOf(parameters).every((field) => Object.hasOwn(given, field));
  for (const field in parameters) values[field] = parameters[field].initial;
  if (!isComplete(values)) throw new Error("A parameter gave its field no initial value.");
  return values;
}

/** Longer texts are ignored, because no valid one is this long. */
export const maxTextLength = 8_000;
const maxQueryLength = 200;
const maxProviders = 50;
const maxAssets = 100;

function parameter<Value>(
  name: string,
  initial: Value,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
  canonical: (value: Value) => Value = (value) => value,
): Parameter<Value> {
  return { name, initial, read, write, isInitial: (value) => value === initial, canonical };
}

export function option<Option extends string>(
  name: string,
  options: readonly [Option, ...(readonly Option[])],
): Parameter<Option> {
  return parameter(name, options[0], (text) => options.find((choice) => choice === text), String);
}

/** Written only if it differs from the default. */
export function onOff(name: string, initial = false): Parameter<boolean> {
  return parameter(
    name,
    initial,
    (text) => (text === "1" ? !initial : undefined),
    () => "1",
  );
}

export function optional<Value>(
  name: string,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
  canonical: (value: Value) => Value | undefined = (value) => value,
): Parameter<Value | undefined> {
  return parameter<Value | undefined>(
    name,
    undefined,
    read,
    (value) => (value === undefined ? "" : write(value)),
    (value) => (value === undefined ? undefined : canonical(value)),
  );
}

function decimal<Value extends number>(
  name: string,
  unit: (value: number | undefined) => Value | undefined,
  min: number,
  max: number,
  places = 0,
): Parameter<Value | undefined> {
  return optional(
    name,
    (text) => unit(readDecimal(text, min, max, places)),
    (value) => writeDecimal(value, places),
  );
}

/** Accepts what its field accepts, such as "250k". Zero means no amount. */
export function amount(name: string): Parameter<Usd | undefined> {
  return optional(
    name,
    (text) => {
      const reading = readUsd(text, name);
      return reading.ok ? reading.value : undefined;
    },
    (value) => writeDecimal(value),
  );
}

export function tokens(name: string): Parameter<TokenAmount | undefined> {
  return decimal(name, (value) => tokenAmount(value === 0 ? undefined : value), 0, maxUsd);
}

export function balance(name: string): Parameter<Usd | undefined> {
  return decimal(name, usd, -maxUsd, maxUsd);
}

/** Percent in the URL, a fraction here. */
export function percent(name: string): Parameter<Ratio | undefined> {
  return decimal(name, ratio, -maxPercent, maxPercent, 2);
}

/** Percent in the URL, a fraction above 0 here. */
export function share(name: string, initial: number): Parameter<number> {
  return parameter(
    name,
    initial,
    (text) => readDecimal(text, 1, 100, 2),
    (value) => writeDecimal(value, 2),
  );
}

export function dayCount(name: string): Parameter<number | undefined> {
  return decimal(name, (value) => value, 0, maxDays);
}

export function words(name: string): Parameter<string> {
  return parameter(name, "", cutQuery, cutQuery);
}

/** Comma-separated items. An empty list is the default. `tidy` brings the list into canonical form. */
function list<Item extends string>(
  name: string,
  read: (text: string) => Item | readonly Item[],
  tidy: (items: readonly Item[]) => readonly Item[],
  {
    initial = [],
    write = (item) => item,
  }: { readonly initial?: readonly Item[]; readonly write?: (item: Item) => string } = {},
): Parameter<readonly Item[]> {
  return {
    ...parameter(
      name,
      initial,
      (text) => nonEmpty(tidy(items(text).flatMap(read))),
      (values) => values.map(write).join(","),
      (values) => nonEmpty(tidy(values)) ?? initial,
    ),
    isInitial: (values) => sameItems(values, initial),
  };
}

export function optionList<Item extends string>(
  name: string,
  known: readonly Item[],
  initial: readonly Item[],
): Parameter<readonly Item[]> {
  return list(
    name,
    (text) => known.filter((item) => item === text),
    (chosen) => known.filter((item) => chosen.includes(item)),
    { initial },
  );
}

/** Provider ids are opaque and new ones appear, so everything that can be an item of a list is accepted. */
export function providerIds(name: string): Parameter<readonly string[]> {
  return list(
    name,
    (text) => (/^[^,\p{C}]{1,64}$/u.test(text) ? [text] : []),
    (ids) => [...new Set(ids)].slice(0, maxProviders).toSorted(),
  );
}

export function mint(name: string): Parameter<string | undefined> {
  return optional(name, (text) => (isMintAddress(text) ? text : undefined), String);
}

export function assetList(name: string): Parameter<readonly string[]> {
  return list(
    name,
    (text) => readAsset(text) ?? [],
    (assets) => canonicalAssets(assets).slice(0, maxAssets),
  );
}

/** Commas separate ids, so commas inside an id are escaped. */
export function marketIds(name: string): Parameter<readonly string[]> {
  return list(
    name,
    (text) => decodeOnce(text) ?? [],
    (ids) => fitting([...new Set(ids)].toSorted()),
    { write: encodeURIComponent },
  );
}

export function marketId(name: string): Parameter<string | undefined> {
  return optional(
    name,
    (text) => fitting([decodeOnce(text.trim()) ?? ""])[0],
    encodeURIComponent,
    (id) => fitting([id])[0],
  );
}

export function items(text: string): string[] {
  return text.split(",").map((item) => item.trim());
}

export function nonEmpty<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}

function cutQuery(text: string): string {
  return withoutLoneSurrogates(text.slice(0, maxQueryLength));
}

/** Drops ids that do not fit: a parameter holds about seventy. */
function fitting(ids: readonly string[]): readonly string[] {
  let length = 0;
  return ids.filter((id) => {
    if (id.trim() === "" || !id.isWellFormed()) return false;
    length += encodeURIComponent(id).length + 1;
    return length <= maxTextLength;
  });
}

/** Divides by 10^places within the text, because 5.2 / 100 is 0.052000000000000005. */
function readDecimal(text: string, min: number, max: number, places = 0): number | undefined {
  if (!/^-?(?:\d{1,16}(?:\.\d{0,6})?|\.\d{1,6})$/.test(text.trim())) return undefined;
  const value = Number(text.trim());
  if (value < min || value > max) return undefined;
  // Adding 0 makes -0 a plain 0.
  return Number(`${text.trim()}e-${String(places)}`) + 0;
}
