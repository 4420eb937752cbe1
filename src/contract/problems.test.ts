import { expect, it } from "vitest";
import { apiErrors, faultText, fill, problemOf, problems } from "./problems.ts";

it.each(Object.entries(apiErrors))(
  "the code %s decides the problem, whatever the status",
  (code, { problem }) => {
    expect([problemOf(400, code), problemOf(503, code)]).toEqual([problem, problem]);
  },
);

it.each(Object.values(problems))(
  "every value that is to be filled in is known: $title",
  ({ title, text }) => {
    const values = { what: "a list", page: 2, time: "14:02", status: 503 };
    expect(fill(`${title} ${text}`, values)).not.toMatch(/undefined|[{}]/);
  },
);

it("a placeholder in the service's text is kept", () => {
  expect(faultText({ kind: "refused", message: "{status} is not a type." })).toBe("{status} is not a type.");
});
