// The disc of a row: one element with its token, a second token behind it, and its provider's square. Letters stand there until
// a picture has arrived, and stay where it does not.
import { hueOf, loadableImage, type DiscFace } from "../../ui/marks/disc.tsx";
import type { MarketFaces } from "../../market/market-text.ts";

/** Pictures by address: whether they have arrived. */
const pictures = new Map<string, boolean>();
const waiting = new Set<() => void>();
let wanted: string[] = [];
let drawn = true;

function hasArrived(address: string): boolean {
  const known = pictures.get(address);
  if (known !== undefined) return known;
  pictures.set(address, false);
  // Once the rows that want them have been painted: making pictures ready holds up what is drawn meanwhile.
  if (wanted.length === 0) requestAnimationFrame(() => setTimeout(askForWanted));
  wanted.push(address);
  return false;
}

function askForWanted(): void {
  for (const address of wanted) {
    const image = new Image();
    image.referrerPolicy = "no-referrer";
    image.addEventListener("load", () => {
      pictures.set(address, true);
      if (drawn) requestAnimationFrame(drawArrived);
      drawn = false;
    });
    image.src = address;
  }
  wanted = [];
}

/** All that have arrived since the last frame in one go. */
function drawArrived(): void {
  drawn = true;
  for (const draw of waiting) draw();
}

/** Calls back whenever pictures have arrived; gives the function that ends it. */
export function onPicture(draw: () => void): () => void {
  waiting.add(draw);
  return () => void waiting.delete(draw);
}

interface Look {
  readonly letter: string;
  readonly background: string;
}

function lookOf({ letter, image: address }: DiscFace, colour: string): Look {
  const image = loadableImage(address);
  return image !== undefined && hasArrived(image)
    ? // In a text of CSS these three end it or change what follows.
      {
        letter: "",
        background: `url("${image.replaceAll(/["\\\n]/g, encodeURIComponent)}") center / cover ${colour}`,
      }
    : { letter, background: colour };
}

/** Sets a class, a size, an attribute: whatever should not be set again to what it is. */
export function setter<Value>(set: (value: Value) => void, first: NoInfer<Value>): (value: Value) => void {
  let last = first;
  return (value) => {
    if (value !== last) set((last = value));
  };
}

export interface RowDisc {
  readonly element: HTMLElement;
  readonly write: (faces: MarketFaces) => void;
}

/** @param size its edge in pixels */
export function createDisc(parent: HTMLElement, size: 20 | 26): RowDisc {
  const element = document.createElement("span");
  element.setAttribute("aria-hidden", "true");
  parent.append(element);
  const letter = document.createTextNode("");
  element.append(letter);
  const setClass = setter((className: string) => {
    element.className = className;
  }, "");
  const setLetter = setter((text: string) => {
    letter.data = text;
  }, "");
  const setFront = setter<string | undefined>((text) => {
    element.dataset["front"] = text;
  }, undefined);
  const setBadge = setter<string | undefined>((text) => {
    if (text === undefined) delete element.dataset["badge"];
    else element.dataset["badge"] = text;
  }, undefined);
  const style = (name: string): ((value: string) => void) =>
    setter((value: string) => element.style.setProperty(name, value), "");
  const setBackground = style("background");
  const setFrontBackground = style("--front");
  const setSquare = style("--square");
  return {
    element,
    write: ({ face, second, badge }) => {
      const front = lookOf(face, tintOf(face));
      const back = second === undefined ? undefined : lookOf(second, tintOf(second));
      const square = badge === undefined ? undefined : lookOf(badge, "var(--badge)");
      setClass(`disc disc-${String(size)}${back === undefined ? "" : " pair"}`);
      setLetter((back ?? front).letter);
      setFront(back === undefined ? "" : front.letter);
      setBadge(square?.letter);
      setBackground((back ?? front).background);
      // Only a pair has its first token in front.
      setFrontBackground(back === undefined ? "none" : front.background);
      setSquare(square?.background ?? "none");
    },
  };
}

function tintOf({ seed }: DiscFace): string {
  return `oklch(var(--disc-l) var(--disc-c) ${String(hueOf(seed))})`;
}
