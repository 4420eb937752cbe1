/** "A, B and C". Not with Intl.ListFormat, whose first use takes a phone some 50 ms. */
export function joinNames(names: readonly string[], last: "and" | "or" = "and"): string {
  const end = names.at(-1) ?? "";
  return names.length < 2 ? end : `${names.slice(0, -1).join(", ")} ${last} ${end}`;
}
