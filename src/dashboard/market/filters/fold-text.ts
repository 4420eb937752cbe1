/** Text for comparing and finding: lower case, without accents, so that "Épargne" is found by "epargne" and sorts beside it. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Nearly every name is plain ASCII, and normalizing costs more than everything else here.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
