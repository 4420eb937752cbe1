import { defineConfig, devices } from "@playwright/test";
import { chromiumFlags, findChromium } from "./scripts/find-chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: ".cache/e2e",
  globalSetup: "tests/e2e/shared-demo.ts",
  fullyParallel: true,
  workers: 2,
  // A story that passes on the second try has a fault in it or in the page: both are worth knowing.
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["line"]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    // Nothing has to be waited out before it can be read or pressed.
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "off",
    launchOptions: {
      args: [
        ...chromiumFlags,
        // No name resolves but this machine's, so that a test can never lean on the network.
        "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
        // Code that runs for seconds is not worth optimizing: a story takes a fifth less of the processor.
        "--js-flags=--no-opt --no-maglev",
      ],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  // A story runs at desktop size unless it is tagged: @phone runs on the phone only, @both on both.
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
