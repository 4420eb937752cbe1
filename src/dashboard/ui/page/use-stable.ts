// Keeps the identity of equal plain data.
import { useMemo } from "react";

export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text]);
}
