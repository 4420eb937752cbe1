// Joins class names and skips false conditions.
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== "").join(" ");
}

/** A head cell of a table that scrolls inside its own region. */
export const stickyHeadClass =
  "sticky top-0 z-10 h-8 border-b border-line2 bg-surface px-3 text-right text-small font-medium whitespace-nowrap text-text2";
