/** Leaves out what is missing or empty. */
export function joinParts(parts: readonly (string | false | null | undefined)[], separator = ", "): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join(separator);
}

/** "A, B and C". Not with Intl.ListFormat, whose first use takes a phone some 50 ms. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
