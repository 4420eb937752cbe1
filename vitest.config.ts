import { configDefaults, defineConfig } from "vitest/config";

// Tests never sleep, so these limits only need to exceed what a busy machine takes.
const shared = {
  testTimeout: 30_000,
  hookTimeout: 120_000,
  setupFiles: ["tests/fixtures/property-runs.ts"],
  // Test files of a worker share modules, which saves importing them again. Tests must undo what they change.
  isolate: false,
};

const inDom = {
  environment: "happy-dom",
  ...shared,
  setupFiles: [...shared.setupFiles, "tests/fixtures/unmount.ts"],
};

const isolated = [
  // Resets the module registry to simulate page visits, which would break other files that share it.
  "src/dashboard/data/storage/visits.test.tsx",
  // Simulates the clock from 0, but the module may have replaced an entry for another file by the real clock.
  "src/dashboard/view-state/use-view-state.test.tsx",
  // Would also fetch the parts that modules of other files have registered.
  "src/dashboard/ui/page/network/fetch-later.test.tsx",
];

export default defineConfig({
  test: {
    // One more than two processors, because tests that start programs spend half their time waiting.
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
          exclude: [...configDefaults.exclude, ...isolated],
          ...inDom,
        },
      },
      {
        test: { name: "isolated", include: isolated, ...inDom, isolate: true },
      },
    ],
  },
});
