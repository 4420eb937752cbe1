// Whether a value is what a schema describes, decided without the schema library: it copies what it reads and keeps account of
// every fault, which costs most where nothing is wrong. What this does not take, the schema judges, and says why.
import * as z from "zod/mini";

type Check = (value: unknown) => boolean;

/**
 * Makes the check of a schema from the schema itself.
 * @returns a function that is true only of values that the schema takes as they are. It is false of all others, and of every
 *   value where the schema is of a kind that is not known here.
 */
export function plainCheck<Schema extends z.core.$ZodType>(
  schema: Schema,
): (value: unknown) => value is z.output<Schema> {
  const check = checkOf(schema);
  return (value): value is z.output<Schema> => check(value);
}

function checkOf(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodMiniOptional) {
    const inner = checkOf(schema.def.innerType);
    return (value) => value === undefined || inner(value);
  }
  if (schema instanceof z.ZodMiniNullable) {
    const inner = checkOf(schema.def.innerType);
    return (value) => value === null || inner(value);
  }
  if (schema instanceof z.ZodMiniUnknown) return () => true;
  if (schema instanceof z.ZodMiniString) return stringCheck(schema);
  // JSON has no NaN, but 1e999 is read as Infinity.
  if (schema instanceof z.ZodMiniNumber && !hasRules(schema)) return Number.isFinite;
  if (schema instanceof z.ZodMiniLiteral) {
    const values = new Set<unknown>(schema.def.values);
    return (value) => values.has(value);
  }
  if (schema instanceof z.ZodMiniArray && !hasRules(schema)) {
    const item = checkOf(schema.def.element);
    return (value) => Array.isArray(value) && value.every(item);
  }
  if (schema instanceof z.ZodMiniRecord && schema.def.valueType instanceof z.ZodMiniUnknown) return isObject;
  if (schema instanceof z.ZodMiniObject && !hasRules(schema)) return objectCheck(schema);
  return () => false;
}

function objectCheck({ def: { shape, catchall } }: z.ZodMiniObject): Check {
  if (!(catchall instanceof z.ZodMiniUnknown)) return () => false;
  const fields = Object.entries(shape).map(([name, field]) => ({ name, check: checkOf(field) }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { name, check } of fields) if (!check(value[name])) return false;
    return true;
  };
}

function stringCheck(schema: z.ZodMiniString): Check {
  let least = 0;
  for (const { _zod: rule } of schema.def.checks ?? []) {
    const { def } = rule;
    if (!isMinLength(def)) return () => false;
    least = Math.max(least, def.minimum);
  }
  return (value) => typeof value === "string" && value.length >= least;
}

function isMinLength(def: z.core.$ZodCheckDef): def is z.core.$ZodCheckMinLengthDef {
  return def.check === "min_length";
}

function hasRules({ def }: { readonly def: { readonly checks?: readonly unknown[] | undefined } }): boolean {
  return (def.checks?.length ?? 0) > 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
