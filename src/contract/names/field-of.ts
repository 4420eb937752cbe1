/** Of outside data: undefined for anything that is no object. */
export function fieldOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
