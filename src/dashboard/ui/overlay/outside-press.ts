// The press outside something that floats. It closes what floats and does nothing else: on a phone nearly every place under a
// finger is a card or a link, so there would be nowhere safe to tap.

/** What a mouse press outside must not activate: it would leave the page. Tabs, fields and buttons of other panels still work. */
const leaves = 'a[href], [role="row"], tr';
const opensPanel = "[aria-haspopup]";

function isSwallowed(press: PointerEvent, { target }: Event): boolean {
  if (press.pointerType !== "mouse") return true;
  return target instanceof Element && target.closest(opensPanel) === null && target.closest(leaves) !== null;
}

/** Swallows the click this press leads to. A press that turns into a scroll or a long press leads to none. */
function swallowClick(press: PointerEvent): void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  window.addEventListener(
    "click",
    (click) => {
      end.abort();
      // Keys and scripts click too, without a press: their clicks count none.
      if (click.detail === 0 || !isSwallowed(press, click)) return;
      click.preventDefault();
      click.stopPropagation();
    },
    options,
  );
  window.addEventListener("pointerdown", () => end.abort(), options);
  window.addEventListener("pointercancel", () => end.abort(), options);
}

/**
 * Calls `onOutside` for every press outside, before the page hears of it.
 * @param isInside whether an element belongs to what floats or to what opened it
 * @param swallows whether the press may do nothing but close: yes for what a person opened, no for a tooltip
 * @returns stops listening
 */
export function listenOutside(
  isInside: (target: Node) => boolean,
  onOutside: () => void,
  swallows: boolean,
): () => void {
  const press = (event: PointerEvent): void => {
    if (!(event.target instanceof Node) || isInside(event.target)) return;
    if (swallows) swallowClick(event);
    onOutside();
  };
  document.addEventListener("pointerdown", press, true);
  return () => document.removeEventListener("pointerdown", press, true);
}
