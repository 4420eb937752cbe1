import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Tests wait for nothing; the limit only has to be beyond what a busy machine needs.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: ["src/**/*.test.ts", "tests/*.test.ts", "tests/service/**/*.test.ts"],
        },
      },
      {
        test: { name: "dom", environment: "happy-dom", include: ["src/dashboard/**/*.test.tsx"] },
      },
    ],
  },
});
