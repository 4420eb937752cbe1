import { defineConfig, devices } from "@playwright/test";
import { chromiumFlags, findChromium } from "./scripts/find-chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: ".cache/e2e",
  globalSetup: "tests/e2e/shared-demo.ts",
  fullyParallel: true,
  // One more than two processors, because stories about the recorder spend half their time waiting.
  workers: 3,
  // If a story passes only on a second try, either the story or the page has a bug.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["line"]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    // Turns off animations, which stories would otherwise have to wait for.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "off",
    launchOptions: {
      args: [
        ...chromiumFlags,
        // Only loopback addresses resolve, so that no test depends on the network.
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        // Code runs for only a few seconds, too short for optimization to pay: stories use a fifth less CPU.
        "--js-flags=--no-opt --no-maglev",
      ],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  // Stories run at desktop size unless they are tagged: @phone runs at phone size only, @both at both sizes.
  projects: [
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      grep: /@phone|@both/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        userAgent: devices["Pixel 7"].userAgent,
      },
    },
  ],
});
