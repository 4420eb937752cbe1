export function toggled<Value>(list: readonly Value[], value: Value): readonly Value[] {
  return list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
}
