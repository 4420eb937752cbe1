// Plain data that is made anew with every drawing, such as what is read from the address, but says the same as before.
import { useMemo } from "react";

/** The same object as long as it says the same. `value` is JSON, with undefined for what is not there. */
export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text]);
}
