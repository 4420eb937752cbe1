// Backgrounds never report whether they loaded, so images are loaded first.
import { loadableImage } from "../ui/marks/market-icon.tsx";

const images = new Map<string, boolean>();
const listeners = new Set<() => void>();
let wanted: string[] = [];
let version = 0;
let isAnnouncing = false;

export function loadedImage(address: string | undefined): string | undefined {
  const image = loadableImage(address);
  if (image === undefined) return undefined;
  const isLoaded = images.get(image);
  if (isLoaded === undefined) {
    images.set(image, false);
    // After the rows are painted: decoding delays rendering.
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

function announce(): void {
  isAnnouncing = false;
  version += 1;
  for (const listener of listeners) listener();
}

export function subscribeToImages(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function imagesVersion(): number {
  return version;
}
