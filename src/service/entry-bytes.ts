/** What an entry of a cache takes besides its bytes, about: a cache of many small ones is bounded by it. */
export const entryBytes = 1000;
