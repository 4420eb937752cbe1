// Bundles the service into one file that runs on Node without node_modules, save for the file store: libsql is machine code, is
// loaded when such a store is opened, and has to lie where Node finds it.
import { builtinModules } from "node:module";
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: false,
  ssr: {
    noExternal: true,
    // The last one is another driver that pg takes where it is asked to and it is there.
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
