export function sameItems<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, at) => item === right[at]);
}

/** Caches the last result while its inputs, by default the arguments, are the same. */
export function memoizeLast<Arguments extends readonly unknown[], Result>(
  compute: (...args: Arguments) => Result,
  inputsOf: (...args: Arguments) => readonly unknown[] = (...args) => args,
): (...args: Arguments) => Result {
  let last: { readonly inputs: readonly unknown[]; readonly result: Result } | undefined;
  return (...args) => {
    const inputs = inputsOf(...args);
    if (last === undefined || !sameItems(last.inputs, inputs)) last = { inputs, result: compute(...args) };
    return last.result;
  };
}

/** Computes a value once per object, without keeping the object in memory. */
export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let kept = known.get(key);
    if (kept === undefined) known.set(key, (kept = { value: compute(key) }));
    return kept.value;
  };
}
