import { changeWindows, type ChangeWindow } from "../../../contract/record/record-request.ts";
import { readParameter, withParameters } from "../../../domain/view-state/search-text.ts";

const parameter = "span";
const initial: ChangeWindow = "24h";

export function readSpan(search: string): ChangeWindow {
  const text = readParameter(search, parameter);
  return changeWindows.find((span) => span === text) ?? initial;
}

export function withSpan(search: string, span: ChangeWindow): string {
  return withParameters(search, [[parameter, span === initial ? undefined : span]]);
}
