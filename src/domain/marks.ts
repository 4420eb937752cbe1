export interface IconSource {
  readonly letter: string;
  readonly seed: string;
  readonly image: string | undefined;
}

/**
 * `bad` can cost money or blocks the market; `warning` qualifies the rate. Icon and words convey the meaning without
 * color.
 */
export type FactTone = "bad" | "warning" | "info" | "good" | "unknown";

export type FactIconName =
  | "ban"
  | "exit"
  | "fall"
  | "gauge"
  | "gift"
  | "info"
  | "layers"
  | "lock"
  | "rise"
  | "tick"
  | "triangle"
  | "unknown";

export interface FactChip {
  readonly id: string;
  readonly tone: FactTone;
  readonly icon: FactIconName;
  readonly label: string;
  /** Only screen readers get it if space is short. */
  readonly figure?: string | undefined;
  readonly note: string;
}
