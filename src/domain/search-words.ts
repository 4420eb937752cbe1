export function searchWords(query: string): readonly string[] {
  return foldText(query)
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** Shorter words match names only: "so" begins many mints. */
export const leastMintPrefix = 4;

/** "epargne" finds "Épargne". */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain ASCII, and normalizing costs more than everything else.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
