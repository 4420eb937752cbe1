// The frozen demo, started once for all workers: each would spend seconds on its own start and on the trends of the first list.
import { frozenDemo, startProgram } from "../fixtures/program.ts";

const variable = "SHARED_DEMO_URL";

export default async function setUp(): Promise<() => Promise<void>> {
  const program = await startProgram(frozenDemo);
  process.env[variable] = program.url;
  return async () => void (await program.stop());
}

/** Where the workers of the run find it. */
export function sharedDemoUrl(): string {
  const url = process.env[variable];
  if (url === undefined) throw new Error(`${variable} is set by the run's setup.`);
  return url;
}
