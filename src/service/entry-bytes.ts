/** Assumed overhead of a cache entry, so that many small entries count too. */
export const entryBytes = 1000;
