import { joinNames } from "../names/join-names.ts";
import { z } from "../zod.ts";
import { readRfc3339 } from "../history.ts";
import { isMintAddress } from "../markets-request.ts";
import { parameterNotes } from "./operation.ts";

type Fault = (message: string) => void;

/** `read` returns the value, or what is wrong with the text and what to send instead. */
export function parameter<Value>(
  read: (text: string, fault: Fault) => Value,
  whenMissing = "is required.",
): z.ZodMiniType<Value, string> {
  return z.pipe(
    z.string({ error: whenMissing }),
    z.transform((text, context) =>
      read(text, (message) => void context.issues.push({ code: "custom", message, input: text })),
    ),
  );
}

/** Checks several parameters together, once each of them is valid. */
export function rule<Values>(
  check: (values: Values, fault: (name: string, message: string) => void) => void,
) {
  return z.superRefine<Values>((values, context) =>
    check(values, (name, message) =>
      context.addIssue({ code: "custom", message, path: [name], input: values }),
    ),
  );
}

/** Shortens outside values for messages. */
export function quoted(text: string): string {
  return `"${text.slice(0, 60)}"`;
}

export function word<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, {
    error: ({ input }) =>
      typeof input === "string"
        ? `is ${quoted(input)}. Use ${joinNames(words, "or")}.`
        : `is required: ${joinNames(words, "or")}.`,
  });
}

export function limit(things: string, max: number, byDefault: number) {
  return z
    .optional(
      parameter((text, fault) => {
        const value = Number(text);
        if (!/^\d{1,4}$/.test(text) || value < 1 || value > max)
          fault(`is ${quoted(text)}. Give a whole number from 1 to ${max}.`);
        return value;
      }),
    )
    .register(parameterNotes, {
      description: `The maximum number of ${things} in an answer.`,
      schema: { type: "integer", minimum: 1, maximum: max, default: byDefault },
      example: max,
    });
}

function readIds(text: string, max: number, fault: Fault): readonly string[] {
  const named = [...new Set(text.split(","))].filter((id) => id !== "");
  if (named.length > max) fault(`has ${named.length} ids. Ask for at most ${max} at once.`);
  return named;
}

export function optionalIds(what: string, max: number, absent: string) {
  return z
    .optional(
      parameter((text, fault) => {
        const named = readIds(text, max, fault);
        return named.length === 0 ? undefined : named;
      }),
    )
    .register(parameterNotes, {
      description: `${what}, separated by commas, at most ${max}. Absent: ${absent}.`,
    });
}

export function requiredIds(what: string, max: number, example: string) {
  const whenMissing = `is required: ${what} separated by commas.`;
  return parameter((text, fault) => {
    const named = readIds(text, max, fault);
    if (named.length === 0) fault(whenMissing);
    return named;
  }, whenMissing).register(parameterNotes, {
    description: `Ids separated by commas, at most ${max}: ${what}.`,
    schema: { type: "string", minLength: 1 },
    example,
  });
}

/** Milliseconds since the epoch. */
function moment() {
  return parameter((text, fault) => {
    const time = readRfc3339(text);
    if (time === undefined)
      fault(`is ${quoted(text)}. Give an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.`);
    return time ?? 0;
  }, "is required: an RFC 3339 date or date-time.");
}

export function requiredMoment(description: string, example: string) {
  return moment().register(parameterNotes, { description, example });
}

export function optionalMoment(description: string) {
  return z.optional(moment()).register(parameterNotes, { description });
}

export function span<const Step extends string>(steps: readonly Step[], absent: string) {
  return {
    startTime: requiredMoment("The start: an RFC 3339 date or date-time.", "2026-10-01T00:00:00Z"),
    endTime: optionalMoment("The end, not before startTime. Absent: now."),
    resolution: z.optional(word(steps)).register(parameterNotes, {
      description: `The step of an even grid. Times that are unknown or in the future have no points. Absent: ${absent}.`,
    }),
  };
}

export const spanRule = rule<{ readonly startTime: number; readonly endTime?: number | undefined }>(
  ({ startTime, endTime = Infinity }, fault) => {
    if (endTime < startTime)
      fault("endTime", "is before startTime. Give a later endTime or leave it out for now.");
  },
);

export const wallet = parameter((text, fault) => {
  const address = text.trim();
  if (address === "") fault("is required: the address of one wallet.");
  else if (address.includes(",")) fault("has several addresses. Ask for one wallet at a time.");
  else if (!isMintAddress(address))
    fault(`is ${quoted(address)}, which is not a wallet address (base58 of 32 bytes).`);
  return address;
}, "is required: the address of one wallet.").register(parameterNotes, {
  description: "The address of one wallet, in base58. Ask for several wallets one by one.",
  example: "6JpNV6DK88auwzKVizdeT4Bw3D44sam5GqjcPCJ7y176",
});

export function cursor(description: string) {
  return z
    .optional(
      parameter((text, fault) => {
        if (text === "") fault("is empty. Leave it out for the first page.");
        return text;
      }),
    )
    .register(parameterNotes, { description, schema: { type: "string", minLength: 1 } });
}

export const noParameters = z.object({});
export const sourceErrors = [400, 401, 404, 429, 502, 503, 504] as const;
export const recordErrors = [400, 401, 404, 429, 503] as const;
export const ours = "Not part of the public API: this service defines the answer's format.";
export const exampleMarketId = "jupiter.earn.SOL";
