import { useMemo } from "react";

/** Returns the previous object if the new data is equal. */
export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text]);
}

/** Returns the previous object if each of its values is the same. The fields must not change. */
export function useSameFields<Value extends object>(value: Value): Value {
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, Object.values(value));
}
