// Checks that documentation and deployment files match the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routes } from "../../src/contract/routes.ts";
import { environment, variableDefaults } from "../../src/service/environment.ts";
import { operations } from "../../src/contract/operations/operations.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const known = new Map(
  Object.entries(environment.shape).map(([name, schema]) => [name, variableDefaults.get(schema)?.byDefault]),
);

/** The variables of a table and their defaults: `undefined` if the cell is prose. A row may have several of both. */
function tableOf(path: string): ReadonlyMap<string, string | undefined> {
  const rows = [...read(path).matchAll(/^\| (`[A-Z]+(?:_[A-Z]+)*`.*?) +\| (.*?) +\| /gm)];
  return new Map(
    rows.flatMap(([, names = "", defaults = ""]) => {
      const cells = defaults.split(", ");
      return names
        .split(", ")
        .map((name, index) => [name.slice(1, -1), /^`(.*)`$/.exec(cells[index] ?? "")?.[1]] as const);
    }),
  );
}

test("docs/operating.md documents exactly the variables the program reads", () => {
  expect([...tableOf("docs/operating.md").keys()].toSorted()).toEqual([...known.keys()].toSorted());
});

test.each(["README.md", "docs/operating.md"])("%s states the program's actual defaults", (path) => {
  const table = tableOf(path);
  expect(table.size).toBeGreaterThan(12);
  for (const [name, byDefault] of table) expect([name, byDefault]).toEqual([name, known.get(name)]);
});

test("docs/operating.md lists every page that a separate dashboard host has to serve", () => {
  const [, list = ""] =
    /That host has to send `index\.html` for ([^.]*)\./.exec(read("docs/operating.md")) ?? [];
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, path]) => path);
  const pages = Object.values(routes).map(({ path }) => path.replace(":id", "…"));
  expect(new Set(["/", ...named])).toEqual(new Set(pages));
});

test("the README mentions every operation", () => {
  const readme = read("README.md");
  const asked = Object.values(operations)
    .filter(({ isPublic }) => isPublic === undefined)
    .map(({ path }) => `/api${path}`);
  expect(asked.filter((path) => !readme.includes(path))).toEqual([]);
});

test("the examples in deploy set only variables the program reads", () => {
  const names = [...read("deploy/yieldboard.env.example").matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name]) => name ?? "",
  );
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect([...known.keys()]).toContain(name);
});

test("docs/faults.md mentions every code of an upstream error", () => {
  const table = read("docs/faults.md");
  const codes = [...read("src/service/sources/upstream/upstream-failure.ts").matchAll(/code: "([a-z-]+)"/g)];
  expect(codes.length).toBeGreaterThan(8);
  for (const [, code] of codes) expect(table).toContain(`\`${code}\``);
});

test("the build context includes every file that the build configuration imports", () => {
  const given = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path]) => path ?? "");
  const imported = ["vite.config.ts", "vite.service.config.ts"].flatMap((config) =>
    [...read(config).matchAll(/from "\.\/(.+)";$/gm)].map(([, path]) => path ?? ""),
  );
  expect(imported.length).toBeGreaterThan(2);
  for (const path of imported)
    expect(given.some((folder) => path === folder || path.startsWith(`${folder}/`))).toBe(true);
});

test("the image runs no package scripts and has its licences; keys stay out of image and git", () => {
  const lines = read("Dockerfile").split("\n");
  const starting = (begin: string): readonly string[] => lines.filter((line) => line.startsWith(begin));
  expect(starting("RUN npm").map((line) => line.slice(4))).toEqual([
    "npm ci --ignore-scripts",
    "npm run build",
  ]);
  expect(starting("FROM")).toEqual(["FROM ${NODE_IMAGE} AS build", "FROM ${NODE_IMAGE}"]);
  expect(starting("ARG")).toEqual(["ARG NODE_IMAGE"]);
  const copied = starting("COPY").join("\n");
  for (const file of [
    "COPY LICENSE",
    "third-party-notices.md",
    "pg-types",
    "pgpass",
    "/build/dist/dashboard",
  ])
    expect(copied).toContain(file);
  expect(read(".gitignore").split("\n")).toContain("deploy/*.env");
  const sent = read(".dockerignore").split("\n");
  expect(sent[0]).toBe("*");
  expect(sent.filter((line) => line.startsWith("!deploy"))).toEqual([]);
});

test("each Compose file has its own project name, so that they do not share a volume", () => {
  const names = ["compose.yaml", "compose.postgres.yaml"].flatMap(
    (file) => /^name: (.+)$/m.exec(read(`deploy/${file}`))?.[1] ?? [],
  );
  expect(new Set(names).size).toBe(2);
});

test("everything in deploy gives the service the memory and settings that the soak runs it with", () => {
  const image = read("Dockerfile");
  const heap = /--max-old-space-size=\d+/.exec(image)?.[0] ?? "";
  const allocator = /MALLOC_\w+=\d+/.exec(image)?.[0] ?? "";
  const memory = /^ {4}mem_limit: (\d+)m$/m.exec(read("deploy/compose.yaml"))?.[1] ?? "";
  expect([heap, allocator, memory].every((setting) => setting !== "")).toBe(true);
  expect(read("deploy/compose.postgres.yaml")).toContain(`mem_limit: ${memory}m`);
  const unit = read("deploy/yieldboard.service").split("\n");
  expect(unit).toContain(`MemoryMax=${memory}M`);
  expect(unit).toContain(`Environment=${allocator}`);
  expect(unit.find((line) => line.startsWith("ExecStart="))).toContain(` ${heap} `);
});

test("every container has a memory limit, and the proxy hides metrics and logs no requests", () => {
  for (const file of ["compose.yaml", "compose.postgres.yaml"]) {
    const [, services = ""] = /^services:\n([^]*?)\n(?=\S)/m.exec(read(`deploy/${file}`)) ?? [];
    const each = services.split(/\n(?= {2}\w+:\n)/);
    expect(each.length).toBe(file === "compose.yaml" ? 1 : 3);
    for (const service of each) expect(service).toMatch(/^ {4}mem_limit: \d+[mg]$/m);
  }
  const [, proxy = ""] = /content: \|([^]*)\nvolumes:/.exec(read("deploy/compose.postgres.yaml")) ?? [];
  expect(proxy).toMatch(/location = \/metrics \{\s*return 404;\s*\}/);
  expect(proxy).toMatch(/access_log off;\s*error_log stderr emerg;/);
});
