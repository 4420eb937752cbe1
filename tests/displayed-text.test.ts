// Code decides by ids and values, never by words on the screen: rewording a label must not change what a page says elsewhere.
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "src");

/** Functions that return words, by the file that exports them. */
const renderers: Readonly<Record<string, readonly string[]>> = {
  "domain/market/assess/words.ts": ["chip", "sentence", "note", "unknownNote"],
  "domain/market/assess/verdict.ts": ["verdict"],
  "domain/market/loops/leverage.ts": ["leverageText", "quotedRate", "withLeverage"],
  "domain/market/loops/own-yield.ts": ["ownYieldText"],
  "domain/market/market-text.ts": ["typeName", "placeName", "placeText", "marketName"],
  "domain/market/column-text.ts": ["columnText", "columnRecord", "loanCostText", "recordedText"],
  "dashboard/list/cell-content.ts": ["cellContent", "whyMissing"],
  "dashboard/list/trend.ts": ["trendText"],
};

/** Methods that look into a text, or change it. */
const readers = new Set([
  "endsWith",
  "includes",
  "indexOf",
  "match",
  "replace",
  "replaceAll",
  "search",
  "slice",
  "split",
  "startsWith",
  "substring",
]);

/** Parts of what a renderer returns that are words themselves. */
const wordParts = new Set(["label", "figure", "note", "text", "second", "title", "spoken"]);

interface Node {
  readonly type: string;
  readonly start: number;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";
}

function child(node: Node, name: string): Node | undefined {
  const value: unknown = Reflect.get(node, name);
  return isNode(value) ? value : undefined;
}

function children(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

function nameOf(node: Node | undefined): string | undefined {
  const name: unknown = node?.type === "Identifier" ? Reflect.get(node, "name") : undefined;
  return typeof name === "string" ? name : undefined;
}

function isMissing(node: Node | undefined): boolean {
  return (
    nameOf(node) === "undefined" || (node?.type === "Literal" && (Reflect.get(node, "value") ?? "") === "")
  );
}

/** Whether code takes a decision on, or cuts, what one of these functions returned. Follows constants of the same file. */
function readsWords(code: string, words: ReadonlySet<string>): readonly string[] {
  const { program, errors } = parseSync("module.tsx", code);
  if (errors.length > 0) throw new Error(`Cannot parse: ${errors[0]?.message ?? ""}`);
  const named = new Set<string>();
  const isWords = (node: Node | undefined): boolean => {
    if (node === undefined) return false;
    switch (node.type) {
      case "CallExpression":
        return words.has(nameOf(child(node, "callee")) ?? "");
      case "Identifier":
        return named.has(nameOf(node) ?? "");
      case "MemberExpression": {
        const part = nameOf(child(node, "property")) ?? "";
        return (
          Reflect.get(node, "computed") === false && wordParts.has(part) && isWords(child(node, "object"))
        );
      }
      case "ChainExpression":
      case "ParenthesizedExpression":
        return isWords(child(node, "expression"));
      case "LogicalExpression":
        return isWords(child(node, "left"));
      default:
        return false;
    }
  };
  const found: string[] = [];
  const report = (node: Node): void => {
    found.push(code.slice(node.start).split("\n")[0] ?? "");
  };
  const visit = (node: Node): void => {
    if (node.type === "VariableDeclarator" && isWords(child(node, "init"))) {
      const id = child(node, "id");
      const plain = nameOf(id);
      if (plain !== undefined) named.add(plain);
      if (id?.type === "ObjectPattern")
        for (const property of children(id))
          if (wordParts.has(nameOf(child(property, "key")) ?? ""))
            named.add(nameOf(child(property, "value")) ?? "");
    }
    const callee = node.type === "CallExpression" ? child(node, "callee") : undefined;
    if (
      callee?.type === "MemberExpression" &&
      readers.has(nameOf(child(callee, "property")) ?? "") &&
      isWords(child(callee, "object"))
    )
      report(node);
    if (node.type === "BinaryExpression" && /^[!=]==?$/.test(String(Reflect.get(node, "operator")))) {
      const sides = [child(node, "left"), child(node, "right")];
      if (sides.some(isWords) && !sides.some(isMissing)) report(node);
    }
    if (node.type === "SwitchStatement" && isWords(child(node, "discriminant"))) report(node);
    if (
      node.type === "MemberExpression" &&
      Reflect.get(node, "computed") === true &&
      isWords(child(node, "property"))
    )
      report(node);
    for (const inner of children(node)) visit(inner);
  };
  for (const statement of program.body) if (isNode(statement)) visit(statement);
  return found;
}

/** Literals that are keys of a keyboard or values of the DOM. */
const platformValue = /^(?:Enter|Escape|Tab|Home|End|PageUp|PageDown|Delete|Backspace|Range|Arrow\w+)$/;

/** Comparisons with a literal that reads like interface text. */
function comparesLabels(code: string): readonly string[] {
  return [...code.matchAll(/[!=]==? "([A-Z][a-z]+(?: [a-z\d]+)*)"/g)].flatMap(([whole, literal = ""]) =>
    platformValue.test(literal) ? [] : [whole],
  );
}

const allWords = new Set(Object.values(renderers).flat());

const files = readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(source, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
  .filter((path) => /^(?:dashboard|domain)\//.test(path))
  .filter((path) => !(path in renderers) && !path.includes("/format/"));

describe("no code reads displayed text", () => {
  test("nothing compares, cuts or looks up by what a renderer of words returned", () => {
    const found = files.flatMap((path) =>
      readsWords(readFileSync(join(source, path), "utf8"), allWords).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  test("nothing compares with a literal that reads like a label", () => {
    const found = files.flatMap((path) =>
      comparesLabels(readFileSync(join(source, path), "utf8")).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  test.each([
    `const c = chip(found); if (c.label === "Cap reached") stop();`,
    `const { label } = chip(found); const short = label.replace(" reached", "");`,
    `const parts = sentence(found).split(";");`,
    `const phrase = phrases[chip(found).label];`,
    `switch (leverageText(row)) { case "leverage unknown": break; }`,
    `const same = (quotedRate(row) ?? "").startsWith("5");`,
  ])("a reading is found: %s", (code) => {
    expect(readsWords(code, allWords)).toHaveLength(1);
  });

  test.each([
    `const text = leverageText(row); if (text === undefined) return;`,
    `if (found.id === "capReached") show(chip(found).label);`,
    `const said = assessments.map(sentence).join(" ");`,
  ])("showing words is no reading: %s", (code) => {
    expect(readsWords(`function f() { ${code} }`, allWords)).toEqual([]);
  });

  test("a label compared as a literal is found, a key of the keyboard is not", () => {
    expect(comparesLabels(`state.word === "Complete"`)).toHaveLength(1);
    expect(comparesLabels(`event.key === "Escape"`)).toEqual([]);
  });
});
