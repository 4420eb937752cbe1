// Code must decide by ids and values, never by displayed text: rewording a label must not change behavior.
import { parseSync, Visitor, type ESTree } from "vite";
import { describe, expect, test } from "vitest";
import { codeFiles, codeOf } from "./fixtures/source-files.ts";

/** Functions that return displayed text, by the file that exports them. */
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

/** Methods that inspect or change a string. */
const readers =
  /^(?:endsWith|includes|indexOf|match|replace|replaceAll|search|slice|split|startsWith|substring)$/;

/** Properties of a renderer's result that are text themselves. */
const wordParts = /^(?:label|figure|note|text|second|title|spoken)$/;

type Node = ESTree.Node;

const nameOf = (node: Node): string => (node.type === "Identifier" ? node.name : "");
const isMissing = (node: Node): boolean =>
  nameOf(node) === "undefined" || (node.type === "Literal" && (node.value ?? "") === "");

/** Lines that compare or slice what one of these functions returned. Follows constants of the same file. */
function readsWords(code: string, words: ReadonlySet<string>): readonly string[] {
  const { program, errors } = parseSync("module.tsx", code);
  if (errors.length > 0) throw new Error(`Cannot parse: ${errors[0]?.message ?? ""}`);
  const named = new Set<string>();
  const found: string[] = [];
  const isWords = (node: Node): boolean => {
    if (node.type === "CallExpression") return words.has(nameOf(node.callee));
    if (node.type === "Identifier") return named.has(node.name);
    if (node.type === "MemberExpression")
      return !node.computed && wordParts.test(nameOf(node.property)) && isWords(node.object);
    if (node.type === "ChainExpression" || node.type === "ParenthesizedExpression")
      return isWords(node.expression);
    return node.type === "LogicalExpression" && isWords(node.left);
  };
  const reportIf = (reads: boolean, { start }: Node): void => {
    if (reads) found.push(code.slice(start).split("\n")[0] ?? "");
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init === null || !isWords(init)) return;
      if (id.type === "Identifier") named.add(id.name);
      if (id.type === "ObjectPattern")
        for (const part of id.properties)
          if (part.type === "Property" && wordParts.test(nameOf(part.key))) named.add(nameOf(part.value));
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === "MemberExpression")
        reportIf(readers.test(nameOf(callee.property)) && isWords(callee.object), node);
    },
    BinaryExpression(node) {
      const sides = [node.left, node.right];
      reportIf(/^[!=]==?$/.test(node.operator) && sides.some(isWords) && !sides.some(isMissing), node);
    },
    SwitchStatement: (node) => reportIf(isWords(node.discriminant), node),
    MemberExpression: (node) => reportIf(node.computed && isWords(node.property), node),
  }).visit(program);
  return found;
}

/** Literals that are keyboard keys or DOM values. */
const platformValue = /^(?:Enter|Escape|Tab|Home|End|PageUp|PageDown|Delete|Backspace|Range|Arrow\w+)$/;

/** Comparisons with a literal that reads like interface text. */
function comparesLabels(code: string): readonly string[] {
  return [...code.matchAll(/[!=]==? "([A-Z][a-z]+(?: [a-z\d]+)*)"/g)].flatMap(([whole, literal = ""]) =>
    platformValue.test(literal) ? [] : [whole],
  );
}

const allWords = new Set(Object.values(renderers).flat());

const files = codeFiles.filter(
  (path) => /^(?:dashboard|domain)\//.test(path) && !(path in renderers) && !path.includes("/format/"),
);

/** Matches in the code of all files. */
const foundBy = (search: (code: string) => readonly string[]): readonly string[] =>
  files.flatMap((path) => search(codeOf(path)).map((line) => `${path}: ${line}`));

describe("displayed text", () => {
  test("no code compares, cuts or looks up by rendered text", () => {
    expect(foundBy((code) => readsWords(code, allWords))).toEqual([]);
  });

  test("no code compares with a literal that reads like a label", () => {
    expect(foundBy(comparesLabels)).toEqual([]);
  });

  test.each([
    `const c = chip(found); if (c.label === "Cap reached") stop();`,
    `const { label } = chip(found); const short = label.replace(" reached", "");`,
    `const parts = sentence(found).split(";");`,
    `const phrase = phrases[chip(found).label];`,
    `switch (leverageText(row)) { case "leverage unknown": break; }`,
    `const same = (quotedRate(row) ?? "").startsWith("5");`,
  ])("the check reports code that reads it: %s", (code) => {
    expect(readsWords(code, allWords)).toHaveLength(1);
  });

  test.each([
    `const text = leverageText(row); if (text === undefined) return;`,
    `if (found.id === "capReached") show(chip(found).label);`,
    `const said = assessments.map(sentence).join(" ");`,
  ])("the check accepts code that only shows it: %s", (code) => {
    expect(readsWords(`function f() { ${code} }`, allWords)).toEqual([]);
  });

  test("the check finds a label compared as a literal and ignores keyboard keys", () => {
    expect(comparesLabels(`state.word === "Complete"`)).toHaveLength(1);
    expect(comparesLabels(`event.key === "Escape"`)).toEqual([]);
  });
});
