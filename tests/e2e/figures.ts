// How the page writes figures, worked out here once more.

export const dayMs = 86_400_000;

export const percent = (value: number | null | undefined, digits = 2): string =>
  `${((value ?? Number.NaN) * 100).toFixed(digits).replace("-", "−")} %`;
