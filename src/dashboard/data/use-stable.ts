import { useDeferredValue, useMemo, useState } from "react";
import { sameItems } from "../../domain/memoize.ts";

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

/** Like `useDeferredValue`, except for a new key, to which the old value does not belong. Key and value must be stable. */
export function useDeferredFor<Value>(key: unknown, value: Value): Value {
  const deferred = useDeferredValue(useSameFields({ key, value }));
  return deferred.key === key ? deferred.value : value;
}

/** Returns the previous list if each of its items is the same. */
export function useSameItems<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(list);
  if (sameItems(kept, list)) return kept;
  setKept(list);
  return list;
}
