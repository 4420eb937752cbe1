/** The day most of the real figures behind the simulation were captured; a later or earlier one is noted where it applies. */
export const capturedAt = "2026-02-17";
