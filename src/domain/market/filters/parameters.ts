// How one value stands in the URL. Reading never throws: a junk text is no value, a junk item is dropped from its list.
import { isMintAddress } from "../../../contract/markets-request.ts";
import { decodeOnce } from "../../../contract/query-text.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { maximumDays, maximumPercent, maximumUsd } from "../../format/number.ts";
import { familyOf, tidyAssets } from "../asset-families.ts";

/** One parameter of the URL and the value it stands for. */
export interface Parameter<Value> {
  readonly name: string;
  /** What holds while the parameter is left out. */
  readonly initial: Value;
  /** The value a text stands for; undefined when it stands for none. */
  read(text: string): Value | undefined;
  /** The text of a value that is not the initial one. */
  write(value: Value): string;
  isInitial(value: Value): boolean;
  /** The value in the one form that has one text: a list holds each item once and in order. */
  canonical(value: Value): Value;
}

/** A parameter for each field. */
export type ParametersFor<Values> = { readonly [Field in keyof Values]: Parameter<Values[Field]> };

/** The fields of some parameters, in their order. */
export function fieldsOf<Values extends object>(
  parameters: ParametersFor<Values>,
): Extract<keyof Values, string>[] {
  const fields: Extract<keyof Values, string>[] = [];
  for (const field in parameters) fields.push(field);
  return fields;
}

/** What holds while every parameter is left out. */
export function initialValues<Values extends object>(parameters: ParametersFor<Values>): Values {
  const values: Partial<Values> = {};
  const isComplete = (given: Partial<Values>): given is Values =>
    fieldsOf(parameters).every((field) => Object.hasOwn(given, field));
  for (const field in parameters) values[field] = parameters[field].initial;
  if (!isComplete(values)) throw new Error("A parameter gave its field no initial value.");
  return values;
}

/** Longer texts are not even looked at: nothing valid is that long. */
export const maximumTextLength = 8_000;
const maximumQueryLength = 200;
const maximumProviders = 50;
const maximumAssets = 100;

function parameter<Value>(
  name: string,
  initial: Value,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
  canonical: (value: Value) => Value = (value) => value,
): Parameter<Value> {
  return { name, initial, read, write, isInitial: (value) => value === initial, canonical };
}

/** One of several words; the first is the initial one. */
export function option<Option extends string>(
  name: string,
  options: readonly [Option, ...(readonly Option[])],
): Parameter<Option> {
  return parameter(name, options[0], (text) => options.find((choice) => choice === text), String);
}

/** A switch. The parameter is there only while the switch is not in its initial position. */
export function onOff(name: string, initial = false): Parameter<boolean> {
  return parameter(
    name,
    initial,
    (text) => (text === "1" ? !initial : undefined),
    () => "1",
  );
}

/** Something that may be absent, which is what holds at first. */
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

/** Dollars above zero: a minimum or a size of nothing is none. */
export function amount(name: string): Parameter<Usd | undefined> {
  return optional(
    name,
    (text) => {
      const value = readDecimal(text, 0, maximumUsd);
      return value === 0 ? undefined : usd(value);
    },
    writeDecimal,
  );
}

/** Dollars that come or go: nothing, and less than nothing, are amounts as well. */
export function balance(name: string): Parameter<Usd | undefined> {
  return optional(name, (text) => usd(readDecimal(text, -maximumUsd, maximumUsd)), writeDecimal);
}

/** A rate or share: percent in the URL, a fraction here. */
export function percent(name: string): Parameter<Ratio | undefined> {
  return optional(
    name,
    (text) => ratio(readDecimal(text, -maximumPercent, maximumPercent, 100)),
    (value) => writeDecimal(value, 100),
  );
}

/** Days, as many and such parts of one as are typed. */
export function dayCount(name: string): Parameter<number | undefined> {
  return optional(name, (text) => readDecimal(text, 0, maximumDays), writeDecimal);
}

export function words(name: string): Parameter<string> {
  return parameter(name, "", cutQuery, cutQuery);
}

/**
 * Items between commas. An empty list is the initial one.
 * @param read the item a text stands for; none, or one
 * @param tidy a list in canonical form
 */
function list<Item extends string>(
  name: string,
  read: (text: string) => readonly Item[],
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

/** Some of a few known words, in their own order; never none of them. */
export function someOf<Item extends string>(
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

/** Provider ids are opaque, new ones appear; only what cannot be one item of a URL list is refused. */
export function providerIds(name: string): Parameter<readonly string[]> {
  return list(name, (text) => (/^[^\s,&\p{C}]{1,64}$/u.test(text) ? [text] : []), sorted(maximumProviders));
}

export function mint(name: string): Parameter<string | undefined> {
  return optional(
    name,
    (text) => (isMintAddress(text) ? text : undefined),
    (address) => address,
  );
}

/** Mints and families of them. */
export function assetList(name: string): Parameter<readonly string[]> {
  return list(
    name,
    (text) => (isMintAddress(text) || familyOf(text) !== undefined ? [text] : []),
    (assets) => tidyAssets(assets).slice(0, maximumAssets),
  );
}

function decodeId(text: string): readonly string[] {
  const id = decodeOnce(text);
  return id === undefined ? [] : [id];
}

/** Commas part the ids, so those inside an id are written as they are escaped in a path. */
export function marketIds(name: string): Parameter<readonly string[]> {
  return list(name, decodeId, (ids) => fitting(unique(ids).toSorted()), { write: encodeURIComponent });
}

/** One market's id, escaped as in a list of them, so that all addresses have one form. */
export function marketId(name: string): Parameter<string | undefined> {
  return optional(
    name,
    (text) => fitting(decodeId(text.trim()))[0],
    encodeURIComponent,
    (id) => fitting([id])[0],
  );
}

/** The texts between the commas. */
export function items(text: string): string[] {
  return text.split(",").map((item) => item.trim());
}

export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

export function nonEmpty<T>(values: readonly T[]): readonly T[] | undefined {
  return values.length === 0 ? undefined : values;
}

export function sameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, at) => item === right[at]);
}

function sorted(most: number): (values: readonly string[]) => readonly string[] {
  return (values) => unique(values).slice(0, most).toSorted();
}

function cutQuery(text: string): string {
  return wellFormed(text.slice(0, maximumQueryLength));
}

/** Half a surrogate pair cannot be encoded into a URL: encodeURIComponent throws on it. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "");
}

/** As many ids as one parameter holds: about seventy. */
function fitting(ids: readonly string[]): readonly string[] {
  let length = 0;
  return ids.filter((id) => {
    if (id.trim() === "" || wellFormed(id) !== id) return false;
    length += encodeURIComponent(id).length + 1;
    return length <= maximumTextLength;
  });
}

/** A plain decimal number, `5`, `-1.25` or `.5`, of at most six decimals, within bounds; undefined for anything else. */
function readDecimal(text: string, minimum: number, maximum: number, divisor = 1): number | undefined {
  if (!/^-?(?:\d{1,16}(?:\.\d{0,6})?|\.\d{1,6})$/.test(text.trim())) return undefined;
  const value = Number(text.trim());
  return value < minimum || value > maximum ? undefined : value / divisor;
}

/** The shortest plain decimal text that `readDecimal` reads as the same value; of six decimals when none does. */
function writeDecimal(value: number, divisor = 1): string {
  const scaled = value * divisor;
  for (let decimals = 0; decimals <= 6; decimals += 1) {
    const rounded = roundedTo(scaled, decimals);
    if (rounded / divisor === value) return String(rounded);
  }
  return String(roundedTo(scaled, 6));
}

function roundedTo(value: number, decimals: number): number {
  const power = 10 ** decimals;
  return Math.round(value * power) / power;
}
