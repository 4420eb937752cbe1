// The frozen demo, started once for all workers: each would spend seconds on its start and the first trends.
import { frozenDemo, startProgram } from "../fixtures/program.ts";

const variable = "SHARED_DEMO_URL";

export default async function setUp(): Promise<() => Promise<void>> {
  const program = await startProgram(frozenDemo);
  process.env[variable] = program.url;
  return async () => void (await program.stop());
}

/** The workers of the run find its URL here. */
export function sharedDemoUrl(): string {
  const url = process.env[variable];
  if (url === undefined) throw new Error(`The global setup has not set ${variable}.`);
  return url;
}
