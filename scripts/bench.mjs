// Measures the built page against other tables; the measurements are in tests/bench.
//   npm run bench              everything, about twelve minutes; writes the figures into docs/benchmarks.md
//   npm run bench -- --quick   10,000 markets, one round, printed only
import { runnerImport } from "vite";

// The module runner would leave a development environment behind for what is built in it.
process.env["NODE_ENV"] = "production";
/** @type {{ module: { benchPages: (how: { quick: boolean }) => Promise<void> } }} */
const { module } = await runnerImport("/tests/bench/pages.ts");
await module.benchPages({ quick: process.argv.includes("--quick") });
