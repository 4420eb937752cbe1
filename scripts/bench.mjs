// Measures the built page against other tables, and what selecting costs; the measurements are in tests/bench.
//   npm run bench              everything, about twelve minutes; writes the figures into docs/benchmarks.md
//   npm run bench -- --quick   10,000 markets, one round, printed only
//   npm run bench -- select    only what selecting costs, without a browser
import { runnerImport } from "vite";

// The module runner would leave a development environment behind for what is built in it.
process.env["NODE_ENV"] = "production";
const quick = process.argv.includes("--quick");
if (!process.argv.includes("select")) {
  /** @type {{ module: { benchPages: (how: { quick: boolean }) => Promise<void> } }} */
  const { module } = await runnerImport("/tests/bench/pages.ts");
  await module.benchPages({ quick });
}
/** @type {{ module: { benchSelect: () => void } }} */
const { module } = await runnerImport("/tests/bench/select.ts");
module.benchSelect();
