import { expect, test } from "vitest";
import { createOpenApi } from "./openapi.ts";
import { operations } from "./operations.ts";

test("the OpenAPI document covers every operation and resolves every reference", () => {
  const document = createOpenApi();
  const text = JSON.stringify(document);
  expect(document["openapi"]).toBe("3.1.0");
  expect(text).not.toContain('"$schema"');
  const references = [...text.matchAll(/"#\/components\/schemas\/([A-Za-z]+)"/g)].map(([, name]) => name);
  const { schemas } = Object(document["components"]);
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(references));
  expect(schemas.LendingMarket.required).toEqual(["id", "provider", "type"]);
  // OpenAPI linters warn about it: such a choice matches everything.
  expect(text).not.toContain('"anyOf":[{}');
  expect(text).not.toContain('"description":"Failed."');
  const paths = new Set(Object.values(operations).map(({ path }) => path));
  expect(Object.keys(Object(document["paths"]))).toEqual([...paths]);
});
