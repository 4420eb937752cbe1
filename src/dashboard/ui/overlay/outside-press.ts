// A press outside an overlay only closes it: on a phone nearly everything is a link, so no place is safe to tap.

/** Where even a mouse press is ignored, because it would leave the page. Tabs, fields and buttons still work. */
const leaves = 'a[href], [role="row"], tr';
const opensPanel = "[aria-haspopup], [data-panel]";

function isClickBlocked(press: PointerEvent, { target }: Event): boolean {
  if (press.pointerType !== "mouse") return true;
  return target instanceof Element && target.closest(opensPanel) === null && target.closest(leaves) !== null;
}

/** Gives up at the next press or on cancel, because a press that becomes a scroll or a long press has no click. */
function suppressClick(press: PointerEvent): void {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  window.addEventListener(
    "click",
    (click) => {
      end.abort();
      // Clicks from the keyboard or scripts have a detail of 0.
      if (click.detail === 0 || !isClickBlocked(press, click)) return;
      click.preventDefault();
      click.stopPropagation();
    },
    options,
  );
  window.addEventListener("pointerdown", () => end.abort(), options);
  window.addEventListener("pointercancel", () => end.abort(), options);
}

/** Listens before the page. `blocksClick`: the press only closes; false for tooltips. Returns a stop function. */
export function listenOutside(
  isInside: (target: Node) => boolean,
  onOutside: () => void,
  blocksClick: boolean,
): () => void {
  const press = (event: PointerEvent): void => {
    if (!(event.target instanceof Node) || isInside(event.target)) return;
    if (blocksClick) suppressClick(event);
    onOutside();
  };
  document.addEventListener("pointerdown", press, true);
  return () => document.removeEventListener("pointerdown", press, true);
}
