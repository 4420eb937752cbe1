// Bundles the service into one file that runs on Node without node_modules.
import { builtinModules } from "node:module";
import { defineConfig } from "vite";
import { thirdPartyNotices } from "./scripts/third-party-notices.mjs";

export default defineConfig({
  publicDir: false,
  plugins: [thirdPartyNotices()],
  ssr: { noExternal: true, external: builtinModules.flatMap((name) => [name, `node:${name}`]) },
  build: {
    ssr: "src/service/main.ts",
    outDir: "dist/service",
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: { output: { codeSplitting: false, entryFileNames: "main.js" } },
  },
});
