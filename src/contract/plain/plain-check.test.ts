import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { exampleNames, readExample } from "../../../tests/fixtures/example-files.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import {
  lendingMarketSchema,
  loopMarketSchema,
  otherMarketSchema,
  perpetualMarketSchema,
  predictionMarketSchema,
  yieldMarketSchema,
} from "../market-schema.ts";
import { apiErrorSchema, dashboardConfigSchema, setAsideReportSchema } from "./body-schemas.ts";
import { formOf } from "./form-of-schema.ts";
import { forms } from "./forms.ts";
import { plainCheck } from "./plain-check.ts";

const schemas = {
  lending: lendingMarketSchema,
  yield: yieldMarketSchema,
  loop: loopMarketSchema,
  perpetual: perpetualMarketSchema,
  prediction: predictionMarketSchema,
  other: otherMarketSchema,
} as const;
const checks = Object.entries(schemas).map(([name, schema]) => ({ name, schema }));

/** What else is read before the schemas are there, with a body of each. */
const bodies = [
  {
    name: "the configuration",
    schema: dashboardConfigSchema,
    body: {
      source: { kind: "demo", label: "Demo", capturedAt: "2026-01-01" },
      demoWallets: [{ name: "Saver", address: "1", positions: 3 }],
      clientKey: "demo",
      interstitialUrl: "/action",
      actionHosts: ["example.org"],
      record: { everyMs: 600_000 },
      alerts: { everyMs: 600_000, send: true },
    },
  },
  {
    name: "an error",
    schema: apiErrorSchema,
    body: { statusCode: 400, message: "No.", error: "Bad Request", code: "bad-request" },
  },
  {
    name: "the report on what was set aside",
    schema: setAsideReportSchema,
    body: [{ index: 1, id: "m", path: "type", reason: "is missing" }],
  },
] as const;

/** Every market of the recorded answers. */
const markets = exampleNames()
  .filter((name) => /^markets(?!\.history)/.test(name))
  .flatMap((name): unknown[] =>
    Object.values(Object(readExample(name).body))
      .filter(Array.isArray)
      .flat(),
  );

/** Everything JSON can hold, and the one number it can name and no double can hold. */
const someJson = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(Number.POSITIVE_INFINITY, "", null, [], {}, [null], [{}], { id: "" }, { symbol: 3 }),
  // At the bounds of figures and names, and beyond them.
  fc.constantFrom(1e18, -1e18, 1.1e18, -1e308, "a\uD800", "a🜨", "x".repeat(100), "x".repeat(101)),
);

/** A copy with one value, however deep, taken away or replaced; the fields of the schemas are met by their names. */
function mutated(
  value: unknown,
  path: readonly number[],
  change: { readonly to: unknown } | "gone",
): unknown {
  if (typeof value !== "object" || value === null || path.length === 0)
    return change === "gone" ? undefined : change.to;
  const keys = Object.keys(value);
  const key = keys[(path[0] ?? 0) % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const inner = mutated(Reflect.get(value, key), path.slice(1), change);
  if (Array.isArray(value)) return value.with(Number(key), inner);
  const { [key]: _old, ...rest }: Record<string, unknown> = { ...value };
  return inner === undefined ? rest : { ...rest, [key]: inner };
}

const someMutation = fc.record({
  path: fc.array(fc.nat(40), { minLength: 1, maxLength: 3 }),
  change: fc.oneof(
    fc.constant("gone" as const),
    someJson.map((to) => ({ to })),
  ),
});
/** What a field the market does not have yet is set to. */
const someFields = fc.dictionary(
  fc.constantFrom(
    ...new Set(Object.values(schemas).flatMap(({ def: { shape } }) => Object.keys(shape))),
    "unheardOf",
  ),
  someJson,
  { maxKeys: 2 },
);
const someMarket = fc
  .record({
    market: fc.constantFrom(...markets),
    fields: someFields,
    mutations: fc.array(someMutation, { maxLength: 3 }),
  })
  .map(({ market, fields, mutations }) =>
    mutations.reduce<unknown>((value, { path, change }) => mutated(value, path, change), {
      ...Object(market),
      ...fields,
    }),
  );

describe("the plain check of a market's schema", () => {
  it.for(checks)("takes what the schema takes as it is, and nothing else: $name", ({ schema }) => {
    const agree = agreement(schema);
    for (const market of markets) agree.on(market);
    fc.assert(fc.property(fc.oneof(someMarket, someJson), agree.on), runs(1_000));
    expect(Math.min(agree.counts.taken, agree.counts.refused)).toBeGreaterThan(10);
  });
});

describe("the plain check of what comes besides markets", () => {
  it.for(bodies)("takes what the schema takes as it is, and nothing else: $name", ({ schema, body }) => {
    const agree = agreement(schema);
    const someBody = fc
      .array(someMutation, { maxLength: 2 })
      .map((mutations) =>
        mutations.reduce<unknown>((value, { path, change }) => mutated(value, path, change), body),
      );
    fc.assert(fc.property(fc.oneof(someBody, someJson), agree.on), runs(300));
    expect(Math.min(agree.counts.taken, agree.counts.refused)).toBeGreaterThan(10);
  });
});

describe("the forms", () => {
  it("are JSON, as which the build writes them into the page", () => {
    expect(JSON.parse(JSON.stringify(forms))).toEqual(forms);
    expect(JSON.stringify(forms)).not.toContain('"unknown"');
  });
});

/** Holds schema and check to one verdict, and counts what both took and refused. */
function agreement(schema: z.ZodMiniType): {
  readonly on: (value: unknown) => void;
  readonly counts: { taken: number; refused: number };
} {
  const isPlain = plainCheck(formOf(schema));
  const counts = { taken: 0, refused: 0 };
  const on = (value: unknown): void => {
    const { success, data } = schema.safeParse(value);
    expect({ plain: isPlain(value), data }).toEqual({ plain: success, data: success ? value : undefined });
    counts[success ? "taken" : "refused"] += 1;
  };
  return { on, counts };
}

describe("a schema with more to it", () => {
  it.for([
    ["a bounded number", z.number().check(z.minimum(0)), 1],
    ["a number bounded on one side twice", z.number().check(z.maximum(2), z.maximum(3)), 1],
    ["a number with uneven bounds", z.number().check(z.minimum(-1), z.maximum(3)), 1],
    ["a number under a bound", z.number().check(z.gt(-3), z.lt(3)), 1],
    ["a text with another rule", z.string().check(z.refine(() => true)), "a"],
    ["a text of a form", z.string().check(z.regex(/a/)), "a"],
    ["an object without unknown fields", z.object({ a: z.number() }), { a: 1 }],
    ["a record of numbers", z.record(z.string(), z.number()), { a: 1 }],
    ["a list with a length", z.array(z.unknown()).check(z.maxLength(2)), [1]],
    ["a choice of forms", z.union([z.string(), z.number()]), "a"],
  ] as const)("is left to the schema: %s", ([, schema, value]) => {
    expect(schema.safeParse(value).success).toBe(true);
    expect(plainCheck(formOf(schema))(value)).toBe(false);
  });
});
