import { expect, it } from "vitest";
import { operations } from "./operations/operations.ts";
import { apiErrors, faultText, fill, problemOf, problems } from "./problems.ts";

it("a code determines the problem, whatever the status", () => {
  const read = Object.keys(apiErrors).map((code) => [problemOf(400, code), problemOf(503, code)]);
  expect(read).toEqual(Object.values(apiErrors).map(({ problem }) => [problem, problem]));
});

it("every placeholder of a text has a value", () => {
  const values = { what: "a list", page: 2, time: "14:02", status: 503 };
  const texts = Object.values(problems).map(({ title, text }) => fill(`${title} ${text}`, values));
  expect(texts.filter((text) => /undefined|[{}]/.test(text))).toEqual([]);
});

it("a placeholder in the service's text is kept", () => {
  expect(faultText({ kind: "refused", message: "{status} is not a type." })).toBe("{status} is not a type.");
  expect(faultText({ kind: "refused", message: "boom" })).toBe("boom.");
});

it.each([
  [304, "unreadable"],
  [400, "refused"],
  [401, "key-refused"],
  [403, "key-refused"],
  [408, "timeout"],
  [429, "rate-limited"],
  [500, "unavailable"],
  [504, "timeout"],
])("without a known code the status %d determines: %s", (status, problem) => {
  expect(problemOf(status, "of a newer service")).toBe(problem);
});

it("each code has its status, which is part of the API", () => {
  const statuses = Object.values(apiErrors).map(({ status }) => status);
  expect(statuses).toEqual([
    400, 400, 401, 403, 404, 409, 405, 408, 413, 414, 429, 500, 503, 502, 502, 503, 504,
  ]);
  // 415, a body of another type, has no code.
  const known = new Set<number>([...statuses, 415]);
  const sent = Object.values(operations).flatMap(({ errors }) => errors);
  expect(sent.filter((status) => !known.has(status))).toEqual([]);
});
