// Whether a value is what a schema describes, decided without the schema library: it copies what it reads and keeps account of
// every fault, which costs most where nothing is wrong, and has to be loaded first. What this does not take, the schema judges,
// and says why.

import { isWellFormed } from "../names/characters.ts";

/** What a plain value looks like, as JSON. `unknown` is the form of what only its schema can judge: nothing has it. */
export type Form =
  | { readonly is: "anything" | "record" | "unknown" }
  /** `most`: how far it may be from 0. */
  | { readonly is: "number"; readonly most?: number }
  | {
      readonly is: "text";
      readonly least: number;
      readonly most?: number;
      readonly wellFormed?: true;
    }
  | { readonly is: "one of"; readonly values: readonly (string | number | boolean | null)[] }
  | { readonly is: "optional" | "nullable" | "list"; readonly of: Form }
  | { readonly is: "object"; readonly fields: Readonly<Record<string, Form>> };

/** The form of a `Value`. */
export type FormOf<Value> = Form & { readonly value?: Value };

type Check = (value: unknown) => boolean;

/**
 * Makes the check of a form.
 * @returns a function that is true only of values that the form's schema takes as they are. It is false of all others, and of
 *   every value where the schema is of a kind that no form describes.
 */
export function plainCheck<Value>(form: FormOf<Value>): (value: unknown) => value is Value {
  const check = checkOf(form);
  return (value): value is Value => check(value);
}

function checkOf(form: Form): Check {
  switch (form.is) {
    case "anything":
      return () => true;
    // JSON has no NaN, but 1e999 is read as Infinity.
    case "number": {
      const { most = Number.MAX_VALUE } = form;
      return (value) => typeof value === "number" && Math.abs(value) <= most;
    }
    case "record":
      return isObject;
    case "unknown":
      return () => false;
    case "text": {
      const { least, most = Infinity, wellFormed = false } = form;
      return (value) =>
        typeof value === "string" &&
        value.length >= least &&
        value.length <= most &&
        (!wellFormed || isWellFormed(value));
    }
    case "one of": {
      const values = new Set<unknown>(form.values);
      return (value) => values.has(value);
    }
    case "optional": {
      const inner = checkOf(form.of);
      return (value) => value === undefined || inner(value);
    }
    case "nullable": {
      const inner = checkOf(form.of);
      return (value) => value === null || inner(value);
    }
    case "list": {
      const item = checkOf(form.of);
      return (value) => Array.isArray(value) && value.every(item);
    }
    case "object":
    default:
      return objectCheck(form.fields);
  }
}

function objectCheck(forms: Readonly<Record<string, Form>>): Check {
  const fields = Object.entries(forms).map(([name, form]) => ({ name, check: checkOf(form) }));
  return (value) => {
    if (!isObject(value)) return false;
    for (const { name, check } of fields) if (!check(value[name])) return false;
    return true;
  };
}

/** Whether a value of JSON is an object with names. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
