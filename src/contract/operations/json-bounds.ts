export interface JsonBounds {
  /** After decompression. */
  readonly bytes: number;
  readonly values: number;
  readonly depth: number;
}
