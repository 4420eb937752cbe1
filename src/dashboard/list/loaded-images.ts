// CSS backgrounds do not report whether they loaded, so images are loaded here first.
import { createPageValue } from "../data/storage/stored-value.ts";
import { afterPaint } from "../ui/page/after-paint.ts";
import { loadableImage } from "../ui/marks/market-icon.tsx";

/** Increases whenever images have loaded, so that cells render again. */
export const imagesVersion = createPageValue(0);
const images = new Map<string, boolean>();
let wanted: string[] = [];
let isAnnouncing = false;

export function loadedImage(address: string | undefined): string | undefined {
  const image = loadableImage(address);
  if (image === undefined) return undefined;
  const isLoaded = images.get(image);
  if (isLoaded === undefined) {
    images.set(image, false);
    // Waits until rows are painted, because decoding delays rendering.
    if (wanted.length === 0) afterPaint(loadWanted);
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

function announce(): void {
  isAnnouncing = false;
  imagesVersion.set(imagesVersion.get() + 1);
}
