import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
