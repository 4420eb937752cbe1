// Measures the built page; the measuring is in tests/bench/markets-page.ts.
//   npm run build && npm run bench
import { runnerImport } from "vite";

/** @type {{ module: { benchMarketsPage: () => Promise<void> } }} */
const { module } = await runnerImport("/tests/bench/markets-page.ts");
await module.benchMarketsPage();
