// Where a market's page is.
/**
 * The address of a market's page; ids hold dots and may hold anything else. Half a surrogate pair cannot be encoded at all and
 * becomes a replacement character.
 */
export function marketHref(id: string): string {
  const wellFormed = id.replaceAll(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
    "\uFFFD",
  );
  return `/markets/${encodeURIComponent(wellFormed)}`;
}
