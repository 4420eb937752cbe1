// Compares the built page with other tables. The measurements are in tests/bench.
//   npm run bench              everything, about twelve minutes; writes the figures into docs/benchmarks.md
//   npm run bench -- --quick   10,000 markets, one round, printed only
import { runnerImport } from "vite";

// Otherwise the module runner would make the build use the development environment.
process.env["NODE_ENV"] = "production";
/** @type {{ module: { benchPages: (how: { quick: boolean }) => Promise<void> } }} */
const { module } = await runnerImport("/tests/bench/pages.ts");
await module.benchPages({ quick: process.argv.includes("--quick") });
