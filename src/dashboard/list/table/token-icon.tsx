// A single element draws the token, the second token and the provider badge. Letters show until images have loaded.
import type { CSSProperties, ReactNode } from "react";
import { hueOf, loadableImage } from "../../ui/marks/market-icon.tsx";
import type { IconSource } from "../../../domain/marks.ts";
import type { MarketIcons } from "../../../domain/market/market-text.ts";
import { classNames } from "../../ui/page/class-names.ts";
import { createPageValue, useStoredValue } from "../../data/storage/stored-value.ts";
import { afterPaint } from "../../ui/page/after-paint.ts";

/** Escapes the three characters that would end a CSS string or change what follows. */
function urlOf({ image: address }: IconSource): string | undefined {
  const image = loadedImage(address);
  return image === undefined ? undefined : `url("${image.replaceAll(/["\\\n]/g, encodeURIComponent)}")`;
}

function tintOf({ seed }: IconSource): string {
  return `oklch(var(--icon-l) var(--icon-c) ${String(hueOf(seed))})`;
}

type Layers = CSSProperties & Record<"--front" | "--provider", string | undefined>;

// An element whose style uses attr() is restyled whenever any attribute changes, so only letters use it.
const shared =
  "absolute rounded-full bg-cover bg-center text-center font-semibold select-none forced-color-adjust-none";
const sizes = {
  26: {
    single: "top-[calc(50%-13px)] left-[5px] size-[26px] text-[12px]/[26px] after:-bottom-[3px]",
    pair: "top-[calc(50%-13px)] left-[13px] size-[18px] text-[8px]/[18px] before:-left-2 before:w-[18px] after:-bottom-[11px]",
    badge: "after:size-[13px] after:leading-[13px]",
  },
  20: {
    single: "top-[calc(50%-10px)] left-[5px] size-5 text-[12px]/5 after:-bottom-[3px]",
    pair: "top-[calc(50%-10px)] left-[11px] size-3.5 text-[8px]/[14px] before:-left-1.5 before:w-3.5 after:-bottom-[9px]",
    badge: "after:size-2.5 after:leading-[10px]",
  },
} as const;
const fronts = {
  shared: "before:absolute before:inset-y-0 before:rounded-full before:bg-cover before:bg-center",
  image: "before:bg-(image:--front) before:content-['']",
  letter: "before:bg-(--front) before:content-[attr(data-front)]",
} as const;
const badges = {
  shared:
    "after:absolute after:-right-[3px] after:rounded-item after:bg-badge after:bg-cover after:bg-center after:text-[8px] after:[box-shadow:0_0_0_1.5px_var(--row)]",
  image: "after:bg-(image:--provider) after:content-['']",
  letter: "after:content-[attr(data-badge)]",
} as const;

/** `name` is the id by which the row's controls are labelled. */
export function TokenIcon({
  icon,
  second,
  badge,
  size,
  id,
  name,
}: MarketIcons & { readonly size: 20 | 26; readonly id: string; readonly name: string }): ReactNode {
  // Renders again once images have loaded.
  useStoredValue(imagesVersion);
  const main = second ?? icon;
  const image = urlOf(main);
  const front = second === undefined ? undefined : urlOf(icon);
  const provider = badge === undefined ? undefined : urlOf(badge);
  const style: Layers = {
    backgroundImage: image,
    backgroundColor: image === undefined ? tintOf(main) : undefined,
    "--front": second === undefined ? undefined : (front ?? tintOf(icon)),
    "--provider": provider,
  };
  return (
    <span
      id={id}
      aria-hidden="true"
      aria-label={name}
      data-front={second === undefined || front !== undefined ? undefined : icon.letter}
      data-badge={provider === undefined ? badge?.letter : undefined}
      className={classNames(
        shared,
        sizes[size][second === undefined ? "single" : "pair"],
        second !== undefined && `${fronts.shared} ${fronts[front === undefined ? "letter" : "image"]}`,
        badge !== undefined &&
          `${badges.shared} ${sizes[size].badge} ${badges[provider === undefined ? "letter" : "image"]}`,
      )}
      style={style}
    >
      {image === undefined ? main.letter : ""}
    </span>
  );
}

/** Increases whenever images have loaded. */
const imagesVersion = createPageValue(0);
const images = new Map<string, boolean>();
let isAnnouncing = false;

/** CSS backgrounds do not report whether they loaded, so images are loaded here first. */
function loadedImage(address: string | undefined): string | undefined {
  const image = loadableImage(address);
  if (image === undefined) return undefined;
  if (!images.has(image)) {
    images.set(image, false);
    // Waits until rows are painted, because decoding delays rendering.
    afterPaint(() => load(image));
  }
  return images.get(image) === true ? image : undefined;
}

function load(address: string): void {
  const image = new Image();
  image.referrerPolicy = "no-referrer";
  image.addEventListener("load", () => {
    images.set(address, true);
    if (!isAnnouncing) requestAnimationFrame(announce);
    isAnnouncing = true;
  });
  image.src = address;
}

function announce(): void {
  isAnnouncing = false;
  imagesVersion.set(imagesVersion.get() + 1);
}
