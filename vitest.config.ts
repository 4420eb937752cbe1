import { configDefaults, defineConfig } from "vitest/config";

// Tests wait for nothing; the limit only has to be beyond what a busy machine needs.
const shared = {
  testTimeout: 30_000,
  hookTimeout: 120_000,
  setupFiles: ["tests/fixtures/property-runs.ts"],
  // Files share the modules of their worker instead of importing them a hundred times over: what a test changes, it puts back.
  isolate: false,
};

const inDom = {
  environment: "happy-dom",
  ...shared,
  setupFiles: [...shared.setupFiles, "tests/fixtures/unmount.ts"],
};

// Loads a module again for each visit: shared modules would be the wrong ones afterwards.
const reloading = ["src/dashboard/data/storage/visits.test.tsx"];

export default defineConfig({
  test: {
    // One worker more than two processors: the files that start programs wait as long as they work.
    maxWorkers: 3,
    globalSetup: "tests/fixtures/run-folder.ts",
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts", "tests/*.test.ts", "tests/service/**/*.test.ts"],
          ...shared,
        },
      },
      {
        test: {
          name: "dom",
          include: ["src/dashboard/**/*.test.tsx"],
          exclude: [...configDefaults.exclude, ...reloading],
          ...inDom,
        },
      },
      {
        test: { name: "reloading", include: reloading, ...inDom, isolate: true },
      },
    ],
  },
});
