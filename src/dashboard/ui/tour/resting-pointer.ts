function withhold(event: PointerEvent): void {
  if (event.pointerType === "mouse") event.stopPropagation();
}

/**
 * Call when something goes from under the pointer. A browser then says that the pointer entered what lay below, though nobody
 * moved it there: until it moves or presses, nothing on the page hears of that.
 */
export function ignoreRestingPointer(): void {
  const moved = new AbortController();
  const options = { capture: true, signal: moved.signal };
  window.addEventListener("pointerover", withhold, options);
  window.addEventListener("pointerout", withhold, options);
  window.addEventListener(
    "pointermove",
    (event) => {
      if (event.movementX !== 0 || event.movementY !== 0) moved.abort();
    },
    options,
  );
  window.addEventListener("pointerdown", () => moved.abort(), options);
}
