// Reads the form of plain values off a schema.
import * as z from "zod/mini";
import { isWellFormed } from "../names/characters.ts";
import type { Form, FormOf } from "./plain-check.ts";

/** The form of what the schema takes as it is. */
export function formOf<Schema extends z.core.$ZodType>(schema: Schema): FormOf<z.output<Schema>> {
  return read(schema);
}

function read(schema: z.core.$ZodType): Form {
  if (schema instanceof z.ZodMiniOptional) return { is: "optional", of: read(schema.def.innerType) };
  if (schema instanceof z.ZodMiniNullable) return { is: "nullable", of: read(schema.def.innerType) };
  if (schema instanceof z.ZodMiniUnknown) return { is: "anything" };
  if (schema instanceof z.ZodMiniString) return readText(schema);
  if (schema instanceof z.ZodMiniNumber) return readNumber(schema);
  if (schema instanceof z.ZodMiniLiteral) return oneOf([...schema.def.values]);
  if (schema instanceof z.ZodMiniEnum) return oneOf(Object.values(schema.def.entries));
  if (schema instanceof z.ZodMiniArray && !hasRules(schema))
    return { is: "list", of: read(schema.def.element) };
  if (schema instanceof z.ZodMiniRecord && schema.def.valueType instanceof z.ZodMiniUnknown)
    return { is: "record" };
  if (schema instanceof z.ZodMiniObject && !hasRules(schema) && isLoose(schema))
    return {
      is: "object",
      fields: Object.fromEntries(
        Object.entries(schema.def.shape).map(([name, field]) => [name, read(field)]),
      ),
    };
  return { is: "unknown" };
}

function oneOf(values: readonly unknown[]): Form {
  const told = values.filter(
    (value) =>
      typeof value === "string" || typeof value === "number" || typeof value === "boolean" || value === null,
  );
  return told.length === values.length ? { is: "one of", values: told } : { is: "unknown" };
}

/** Bounds are read where they are as far below 0 as above. */
function readNumber({ def }: z.ZodMiniNumber): Form {
  const checks = (def.checks ?? []).map(({ _zod: rule }) => rule.def);
  if (checks.length === 0) return { is: "number" };
  const bounds = checks.flatMap((check) =>
    isBound(check) && check.inclusive ? [[check.check, Number(check.value)] as const] : [],
  );
  const { less_than: most, greater_than: least } = Object.fromEntries(bounds);
  return checks.length === 2 && most !== undefined && least === -most
    ? { is: "number", most }
    : { is: "unknown" };
}

function readText(schema: z.ZodMiniString): Form {
  const form: { is: "text"; least: number; most?: number; wellFormed?: true } = { is: "text", least: 0 };
  for (const { _zod: rule } of schema.def.checks ?? []) {
    const { def } = rule;
    if (isMinLength(def)) form.least = Math.max(form.least, def.minimum);
    else if (isMaxLength(def)) form.most = Math.min(form.most ?? Infinity, def.maximum);
    else if ("fn" in def && def.fn === isWellFormed) form.wellFormed = true;
    else return { is: "unknown" };
  }
  return form;
}

function isBound(
  def: z.core.$ZodCheckDef,
): def is z.core.$ZodCheckGreaterThanDef | z.core.$ZodCheckLessThanDef {
  return def.check === "greater_than" || def.check === "less_than";
}

function isMinLength(def: z.core.$ZodCheckDef): def is z.core.$ZodCheckMinLengthDef {
  return def.check === "min_length";
}

function isMaxLength(def: z.core.$ZodCheckDef): def is z.core.$ZodCheckMaxLengthDef {
  return def.check === "max_length";
}

function isLoose({ def: { catchall } }: z.ZodMiniObject): boolean {
  return catchall instanceof z.ZodMiniUnknown;
}

function hasRules({ def }: { readonly def: { readonly checks?: readonly unknown[] | undefined } }): boolean {
  return (def.checks?.length ?? 0) > 0;
}
