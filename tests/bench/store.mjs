// Bundles and runs store-figures.ts, which measures how fast both stores write and read ten million
// snapshots, and how large they are. Run it with npm run bench:store [snapshots in millions] [markets of the
// month that is written poll by poll] [file or postgres].
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, ".cache", "bench-store");
await build({
  root,
  configFile: join(root, "vite.service.config.ts"),
  logLevel: "error",
  build: { ssr: "tests/bench/store-figures.ts", outDir: folder, sourcemap: false },
});
await import(pathToFileURL(join(folder, "main.js")).href);
