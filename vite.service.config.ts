// Bundles the service into one file that runs on Node without node_modules, except for libsql, a native
// module that Node loads from there when a file store is opened.
import { builtinModules } from "node:module";
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // pg-native is an optional driver of pg that is not installed.
    external: [...builtinModules.flatMap((name) => [name, `node:${name}`]), "libsql", "pg-native"],
  },
  build: {
    ssr: "src/service/main.ts",
    outDir: "dist/service",
    license: { fileName: "third-party-notices.md" },
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: "main.js" } },
  },
});
