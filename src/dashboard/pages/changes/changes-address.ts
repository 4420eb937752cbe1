// The address of what changed: over which time. Basis and stars are the list's own.
import { changeWindows, type ChangeWindow } from "../../../contract/record/record-request.ts";
import { readParameter, withParameters } from "../../view-state/address.ts";

const parameter = "span";
const initial: ChangeWindow = "24h";

/** What the address asks for; what is no such time is a day. */
export function readSpan(search: string): ChangeWindow {
  const text = readParameter(search, parameter);
  return changeWindows.find((span) => span === text) ?? initial;
}

/** The same search text with another time, everything else letter by letter as it was. */
export function withSpan(search: string, span: ChangeWindow): string {
  return withParameters(search, [[parameter, span === initial ? undefined : span]]);
}
