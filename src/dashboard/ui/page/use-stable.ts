import { useMemo } from "react";

/** Keeps the identity of equal plain data. */
export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text]);
}

/** Keeps the identity of an object, always with the same fields, while each of its values is the same. */
export function useSameFields<Value extends object>(value: Value): Value {
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, Object.values(value));
}
