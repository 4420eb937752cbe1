// Keeps the identity of plain data that is recreated by every render with the same content.
import { useMemo } from "react";

/** `value` is JSON, with undefined for missing. */
export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text]);
}
