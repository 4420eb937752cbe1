// Where a list was scrolled to, so that coming back from a market's page leads to the same place. It belongs to one address:
// another filter or order is another list. Kept in memory, since a reload starts at the top anyway.

export interface ScrollMark {
  readonly top: number;
  readonly left: number;
  /** The market that last had the focus. */
  readonly id: string | undefined;
}

let kept: (ScrollMark & { readonly address: string }) | undefined;

function address(): string {
  return `${window.location.pathname}${window.location.search}`;
}

export function writeScrollMark(mark: ScrollMark): void {
  kept = { ...mark, address: address() };
}

/** The mark of this address; undefined when the last list was another one. */
export function readScrollMark(): ScrollMark | undefined {
  return kept?.address === address() ? kept : undefined;
}
