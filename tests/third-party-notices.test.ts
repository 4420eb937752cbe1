import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageOf, writeNotices } from "../scripts/third-party-notices.mjs";

test.each([
  ["/build/node_modules/zod/v4/mini/index.js", "zod"],
  ["\0/build/node_modules/react/index.js?commonjs-es-import", "react"],
  ["/build/node_modules/@tanstack/react-query/build/index.js", "@tanstack/react-query"],
  ["/build/node_modules/a/node_modules/@b/c/index.js", "a/node_modules/@b/c"],
  ["/build/src/service/main.ts", undefined],
  ["\0vite/preload-helper.js", undefined],
])("the package of %s is %s", (id, name) => {
  expect(packageOf(id)).toBe(name);
});

test("includes each package's version, licence and full licence text", () => {
  const notices = writeNotices(["zod", "lru-cache"]);
  expect(notices).toMatch(/^zod 4[\d.]+ \(MIT\)\n\n[\s\S]*Permission is hereby granted/);
  expect(notices).toMatch(/^lru-cache 11[\d.]+ \(BlueOak/m);
});

test("refuses a package that lacks a required licence text", () => {
  const packages = mkdtempSync(join(tmpdir(), "yieldboard-"));
  const add = (name: string, license: string): void => {
    mkdirSync(join(packages, name));
    writeFileSync(join(packages, name, "package.json"), JSON.stringify({ name, version: "1.0.0", license }));
  };
  add("silent", "MIT");
  add("free", "Unlicense");
  expect(() => writeNotices(["silent"], packages)).toThrow(/silent has no text of its licence/);
  expect(writeNotices(["free"], packages)).toContain("free 1.0.0 (Unlicense)");
  const readme = join(packages, "silent", "README.md");
  writeFileSync(readme, "# silent\n\n## License\n\nMIT\n");
  expect(() => writeNotices(["silent"], packages)).toThrow(/silent has no text of its licence/);
  writeFileSync(
    readme,
    "# silent\n\n## License\n\nCopyright (c) Somebody\n\nPermission is hereby granted, free\n",
  );
  expect(writeNotices(["silent"], packages)).toMatch(/^silent 1.0.0 \(MIT\)\n\nCopyright \(c\) Somebody/);
  rmSync(packages, { recursive: true });
});
