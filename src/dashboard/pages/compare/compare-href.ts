/** The address of the compare page for these markets. Ids are joined by commas, which no id of the service holds. */
export function compareHref(ids: readonly string[]): string {
  return ids.length === 0 ? "/compare" : `/compare?ids=${ids.map(encodeURIComponent).join(",")}`;
}
