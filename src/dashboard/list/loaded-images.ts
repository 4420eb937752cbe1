// Which images the rows of a list may draw as backgrounds: those that have loaded. A background alone never says whether it has.
import { loadableImage } from "../ui/marks/market-icon.tsx";

/** By address: whether it has loaded. */
const images = new Map<string, boolean>();
const listeners = new Set<() => void>();
let wanted: string[] = [];
let version = 0;
let isAnnouncing = false;

/** The address of an image that has loaded; asks for it otherwise. */
export function loadedImage(address: string | undefined): string | undefined {
  const image = loadableImage(address);
  if (image === undefined) return undefined;
  const isLoaded = images.get(image);
  if (isLoaded === undefined) {
    images.set(image, false);
    // Once the rows that want them are painted: decoding delays what renders meanwhile.
    if (wanted.length === 0) requestAnimationFrame(() => setTimeout(loadWanted));
    wanted.push(image);
  }
  return isLoaded === true ? image : undefined;
}

function loadWanted(): void {
  for (const address of wanted) {
    const image = new Image();
    image.referrerPolicy = "no-referrer";
    image.addEventListener("load", () => {
      images.set(address, true);
      if (!isAnnouncing) requestAnimationFrame(announce);
      isAnnouncing = true;
    });
    image.src = address;
  }
  wanted = [];
}

/** All that have loaded since the last frame at once. */
function announce(): void {
  isAnnouncing = false;
  version += 1;
  for (const listener of listeners) listener();
}

export function subscribeToImages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Changes whenever images have loaded. */
export function imagesVersion(): number {
  return version;
}
