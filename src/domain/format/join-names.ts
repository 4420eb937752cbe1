const list = new Intl.ListFormat("en-GB");

/** "A, B and C". */
export function joinNames(names: readonly string[]): string {
  return list.format(names);
}
