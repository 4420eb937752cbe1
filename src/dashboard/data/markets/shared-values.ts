// Markets repeat each other: the same providers, tokens, names and addresses stand in all of them, and JSON brings a copy each
// time. Kept for thousands of markets, the copies would take more memory than all that is particular to one.

/** Shorter texts are kept once by the engine itself; longer ones are links of one market, and costly to compare. */
const shortest = 11;
const longest = 100;
/** What no two markets have in common, and is not looked at. */
const ofOneMarket: ReadonlySet<string> = new Set(["id", "actions"]);
/** How deep markets are looked into: their tokens, and the tokens of their rewards. */
const deepest = 4;
/** So many values are known at most; then knowing begins anew. */
const mostKnown = 20_000;

/** Texts met twice, by themselves. */
const texts = new Map<string, string>();
/** Texts met once, on this page or the one before: most are never met again. */
let once = new Map<string, string>();
/** Providers and tokens, by their id or address. */
const things = new Map<string, Readonly<Record<string, unknown>>>();

/** Puts one value in the place of all copies of it in a page's markets, which say the same afterwards. */
export function shareValues(markets: unknown): void {
  if (texts.size > mostKnown) texts.clear();
  if (things.size > mostKnown) things.clear();
  const before = once;
  once = new Map();
  shareWithin(markets, before, deepest);
}

function shareWithin(value: unknown, before: ReadonlyMap<string, string>, depth: number): void {
  if (depth === 0 || !hasFields(value)) return;
  for (const key in value) {
    if (ofOneMarket.has(key)) continue;
    const own = value[key];
    if (typeof own === "string") {
      if (own.length < shortest || own.length > longest) continue;
      const shared = sharedText(own, before);
      if (shared !== undefined) value[key] = shared;
    } else if (hasFields(own)) {
      // Most are known as a whole, and need not be looked into.
      const known = knownThing(own);
      if (known === undefined) shareWithin(own, before, depth - 1);
      else value[key] = known;
    }
  }
}

function hasFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The text that was met before; undefined of one that was not. */
function sharedText(text: string, before: ReadonlyMap<string, string>): string | undefined {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const first = once.get(text) ?? before.get(text);
  (first === undefined ? once : texts).set(text, first ?? text);
  return first;
}

/** The same provider or token as it was met before; undefined of anything else, and of what is met for the first time. */
function knownThing(thing: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const name = thing["address"] ?? thing["id"];
  // What has a type is a market or a reward, of which there is one.
  if (typeof name !== "string" || "type" in thing) return undefined;
  const known = things.get(name);
  if (known !== undefined && isSame(known, thing)) return known;
  things.set(name, thing);
  return undefined;
}

/** Whether two objects have the same fields, none of which holds more of them. Without lists of their keys, which take as long again. */
function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  let more = 0;
  for (const key in one) {
    if (one[key] !== other[key]) return false;
    more += 1;
  }
  for (const _ in other) more -= 1;
  return more === 0;
}
