// Checks imports against the table in ARCHITECTURE.md. Reads the table from the document, so that both cannot differ.
import { readFileSync } from "node:fs";
import { basename, dirname, extname, join, normalize } from "node:path";
import { parseSync, Visitor, type ESTree } from "vite";
import { describe, expect, test } from "vitest";
import { codeFiles, codeOf, root, sourceFiles as files } from "./fixtures/source-files.ts";

interface Row {
  readonly folder: string;
  /** Folders it may import from, including its own. */
  readonly folders: readonly string[];
  /** Package names. "Node" stands for Node's own modules. */
  readonly packages: readonly string[];
}

interface Module {
  /** The import paths, as written. */
  readonly requests: readonly string[];
  /** Whether it contains only imports and re-exports. */
  readonly onlyPassesOn: boolean;
}

const table = readTable(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));
const modules = new Map(codeFiles.map((path) => [path, readModule(path)]));
const imports = [...modules].flatMap(([path, { requests }]) =>
  requests.map((request) => ({
    path,
    request,
    target: request.startsWith(".") ? targetOf(path, request) : undefined,
    row: rowOf(path),
  })),
);
type Import = (typeof imports)[number];

/** The folder or package. */
const nameOf = ({ request, target }: Import): string =>
  target === undefined ? packageOf(request) : (rowOf(target)?.folder ?? "");

function refused(isAllowed: (one: Import) => boolean): readonly string[] {
  return imports.filter((one) => !isAllowed(one)).map(({ path, request }) => `${path} imports ${request}`);
}

describe("the import table of ARCHITECTURE.md", () => {
  test("lists exactly the folders of src that hold files", () => {
    const holding = new Set(files.map((path) => rowOf(path)?.folder ?? dirname(path)));
    expect(table.map((row) => row.folder).toSorted()).toEqual([...holding].toSorted());
  });

  test("allows every import between folders, and every package", () => {
    const found = refused((one) => {
      const allowed = one.target === undefined ? one.row?.packages : one.row?.folders;
      return one.target?.startsWith("../") !== true && allowed?.includes(nameOf(one)) === true;
    });
    expect(found).toEqual([]);
  });

  test("lists no import that its folder does not use", () => {
    const used = new Set(imports.map((one) => `${one.row?.folder ?? ""}: ${nameOf(one)}`));
    const listed = table.flatMap(({ folder, folders, packages }) =>
      [...folders, ...packages].filter((name) => name !== folder).map((name) => `${folder}: ${name}`),
    );
    expect(listed.filter((line) => !used.has(line))).toEqual([]);
  });
});

describe("the source", () => {
  test("imports existing files by their full name", () => {
    const found = refused(
      ({ request, target }) => target === undefined || (extname(request) !== "" && files.includes(target)),
    );
    expect(found).toEqual([]);
  });

  test("has no barrel files and no vague file or folder names", () => {
    const vague = new Set("index utils util helpers helper common misc types constants".split(" "));
    const found = files.filter((path) =>
      path.split("/").some((part) => vague.has(part.replace(/(?:\.test)?\.\w+$/, ""))),
    );
    expect(found).toEqual([]);
  });

  test("has no file that only re-exports", () => {
    const found = [...modules].filter(([, { onlyPassesOn }]) => onlyPassesOn);
    expect(found.map(([path]) => path)).toEqual([]);
  });

  test("has at most twelve files per folder, not counting tests", () => {
    const counts = new Map<string, number>();
    for (const path of files)
      if (!path.includes(".test.")) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 12)).toEqual([]);
  });

  test("has every file that vite.config.ts assigns to a chunk", () => {
    const config = readFileSync(join(root, "vite.config.ts"), "utf8");
    const named = [...config.matchAll(/\(\?:([a-z|-]+)\)\\\.tsx\$/g)].flatMap(([, names = ""]) =>
      names.split("|"),
    );
    expect(named).toContain("markets-table");
    const known = new Set(files.map((path) => basename(path)));
    expect(named.filter((name) => !known.has(`${name}.tsx`))).toEqual([]);
  });

  test("has kebab-case file names, except App.tsx", () => {
    const odd = files.filter((path) => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)+$/.test(basename(path)));
    expect(odd).toEqual(["dashboard/App.tsx"]);
  });

  // Tailwind puts these into :where() or :is(), which the browser then tries on every element of every page.
  // `gap-2`, `[&>*]:` and `[&>:not(:first-child)]:` have the same effect at a lower cost. Styles for elements
  // inside a match of :has() cost more: a phone restyled the whole market page for each inserted element.
  // `has-…:` on the element itself is cheap.
  test("uses no Tailwind class that applies to all children", () => {
    const childClass =
      /(?<=["'`\s:])(?:(?:space|divide)-[xy](?:-[\w.[\]]+)?|\*{1,2}:[a-z][\w-]*|group-has-\S+?|\S*:has\(\S*\)>\*\]:\S+?)(?=["'`\s])/g;
    const found = codeFiles.flatMap((path) =>
      [...codeOf(path).matchAll(childClass)].map(([name]) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });
});

const readers =
  "(?:endsWith|includes|indexOf|match|replace|replaceAll|search|slice|split|startsWith|substring)";

/** Functions that return displayed text. */
const renderers = [
  "chip|sentence|note|unknownNote|verdictSentences|leverageText|quotedRate|withLeverage|ownYieldText|typeName|placeName",
  "placeText|marketName|columnText|columnRecord|loanCostText|recordedText|cellContent|whyMissing|trendText",
].join("|");

/** Matches in the dashboard's and the domain's code that reads text, not in code that writes it. */
function foundIn(patternsOf: (code: string) => readonly RegExp[]): readonly string[] {
  const isReader = /^(?:dashboard|domain\/(?!format\/|market\/(?:assess\/words|market-text)))/;
  return codeFiles
    .filter((path) => isReader.test(path))
    .flatMap((path) =>
      patternsOf(codeOf(path)).flatMap((pattern) =>
        [...codeOf(path).matchAll(pattern)].map(([found]) => `${path}: ${found}`),
      ),
    );
}

// Changing the wording of a label must not change what the code does.
describe("displayed text decides nothing:", () => {
  test("no code compares, cuts or looks up what a function returned for display", () => {
    const call = String.raw`\b(?:${renderers})\((?:[^()]|\([^()]*\))*\)`;
    const part = String.raw`(?:\s*\?\? ""\))?(?:\??\.(?:label|figure|note|text|second|title|spoken))?`;
    const found = foundIn((code) => {
      const constants = code.matchAll(new RegExp(`const (\\w+) = ${call}`, "g"));
      const text = [call, ...Array.from(constants, ([, name]) => String.raw`\b${name}\b`)].join("|");
      const read = String.raw`(?:\??\.${readers}\(| [!=]==? (?!undefined|null|""))`;
      return [
        new RegExp(`(?<!typeof )(?:${text})${part}${read}`, "g"),
        new RegExp(String.raw`(?:switch \(|\w\[)(?:${text})`, "g"),
      ];
    });
    expect(found).toEqual([]);
  });

  test("no code compares with a literal that reads like a label, other than a key, or cuts a formatted number", () => {
    const key = String.raw`(?:Enter|Escape|Tab|Home|End|PageUp|PageDown|Delete|Backspace|Range|Arrow\w+)`;
    const found = foundIn(() => [
      new RegExp(String.raw`[!=]==? "(?!${key}")(?:[A-Z][a-z]+(?: [a-z\d]+)*|—)"|"—" [!=]==`, "g"),
      new RegExp(String.raw`\.(?:text|digits)\.${readers}\(`, "g"),
      new RegExp(String.raw`\b(?:inWords|format[A-Z]\w*)\(.*\)\.${readers}\(`, "g"),
    ]);
    expect(found).toEqual([]);
  });
});

/** Reads the first table of the section "Who may import whom". */
function readTable(document: string): Row[] {
  const section = document.split(/^## /m).find((part) => part.startsWith("Who may import whom"));
  const lines = (section ?? "").split("\n").filter((line) => line.startsWith("|"));
  const cells = lines
    .slice(2)
    .map((line) =>
      line.split("|").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")),
    );
  const rows = cells.map(([, folder, folders, packages]) => ({
    folder: folder?.[0] ?? "",
    folders: [...(folder ?? []), ...(folders ?? [])],
    packages: packages ?? [],
  }));
  if (rows.length === 0) throw new Error("ARCHITECTURE.md has no table under Who may import whom.");
  return rows;
}

/** The row that applies to a file. If subfolders have rows, the folder's row covers only files directly in it. */
function rowOf(path: string): Row | undefined {
  const folder = dirname(path);
  const isDivided = (row: Row): boolean => table.some((other) => other.folder.startsWith(`${row.folder}/`));
  return table.find(
    (row) => row.folder === folder || (folder.startsWith(`${row.folder}/`) && !isDivided(row)),
  );
}

function targetOf(path: string, request: string): string {
  return normalize(join(dirname(path), request)).replaceAll("\\", "/");
}

function packageOf(request: string): string {
  if (request.startsWith("node:")) return "Node";
  const parts = request.split("/");
  return parts.slice(0, request.startsWith("@") ? 2 : 1).join("/");
}

/** Everything a file imports: static, dynamic and type-only imports, re-exports, and types written as `import("…")`. */
function readModule(path: string): Module {
  const code = codeOf(path);
  const { module, program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const dynamic = module.dynamicImports.map(({ moduleRequest }) => {
    const text = code.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text)?.[1];
    // A computed path cannot be checked against the table.
    if (literal === undefined) throw new Error(`${path} imports a computed path: ${text}`);
    return literal;
  });
  return {
    requests: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...exported.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
      ...dynamic,
      ...typeImports(program),
    ],
    onlyPassesOn: program.body.every(
      (statement) =>
        statement.type === "ImportDeclaration" ||
        statement.type === "ExportAllDeclaration" ||
        (statement.type === "ExportNamedDeclaration" && statement.declaration === null),
    ),
  };
}

function typeImports(program: ESTree.Program): readonly string[] {
  const requests: string[] = [];
  new Visitor({ TSImportType: ({ source: { value } }) => requests.push(value) }).visit(program);
  return requests;
}
