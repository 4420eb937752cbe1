/** Leaves out what is missing or empty. */
export function joinParts(parts: readonly (string | false | null | undefined)[], separator = ", "): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join(separator);
}
