/** A slash separates words, so that "sol/usdc" finds the pair "SOL / USDC". */
export function searchWords(query: string): readonly string[] {
  return foldText(query)
    .split(/[\s/]+/u)
    .filter((word) => word !== "");
}

/** Shorter words match only names, because many mints begin with "so". */
export const minMintPrefix = 4;

/** Lets "epargne" find "Épargne". */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Skips plain ASCII, which most names are: normalizing costs more than everything else.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
