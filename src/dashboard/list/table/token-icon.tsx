// One element: token, second token, provider badge. Letters stay until images have loaded.
import type { CSSProperties, ReactNode } from "react";
import { hueOf } from "../../ui/marks/market-icon.tsx";
import type { IconFace } from "../../../domain/marks.ts";
import type { MarketFaces } from "../../../domain/market/market-text.ts";
import { loadedImage } from "../loaded-images.ts";

interface Look {
  readonly letter: string;
  readonly background: string;
}

function lookOf({ letter, image: address }: IconFace, color: string): Look {
  const image = loadedImage(address);
  return image === undefined
    ? { letter, background: color }
    : // In a text of CSS these three end it or change what follows.
      {
        letter: "",
        background: `url("${image.replaceAll(/["\\\n]/g, encodeURIComponent)}") center / cover ${color}`,
      };
}

function tintOf({ seed }: IconFace): string {
  return `oklch(var(--icon-l) var(--icon-c) ${String(hueOf(seed))})`;
}

type Layers = CSSProperties & Record<"--front" | "--badge-image", string>;

const shared =
  "absolute rounded-full text-center font-semibold select-none forced-color-adjust-none before:absolute before:rounded-full before:[background:var(--front)]";
const badgeShape =
  "after:absolute after:-right-[3px] after:rounded-item after:text-[8px] after:[background:var(--badge-image)] after:shadow-[0_0_0_1.5px_var(--row)] after:content-[attr(data-badge)]";
const shapes = {
  26: {
    single: "top-[calc(50%-13px)] left-[5px] size-[26px] text-[12px]/[26px] after:-bottom-[3px]",
    pair: "top-[calc(50%-13px)] left-[13px] size-[18px] text-[8px]/[18px] before:inset-y-0 before:-left-2 before:w-[18px] before:content-[attr(data-front)] after:-bottom-[11px]",
  },
  20: {
    single: "top-[calc(50%-10px)] left-[5px] size-5 text-[12px]/5 after:-bottom-[3px]",
    pair: "top-[calc(50%-10px)] left-[11px] size-3.5 text-[8px]/[14px] before:inset-y-0 before:-left-1.5 before:w-3.5 before:content-[attr(data-front)] after:-bottom-[9px]",
  },
} as const;
const badges = {
  26: `${badgeShape} after:size-[13px] after:leading-[13px]`,
  20: `${badgeShape} after:size-2.5 after:leading-[10px]`,
} as const;

/** `name` labels the row's controls by id. */
export function TokenIcon({
  face,
  second,
  badge,
  size,
  id,
  name,
}: MarketFaces & { readonly size: 20 | 26; readonly id: string; readonly name: string }): ReactNode {
  const front = lookOf(face, tintOf(face));
  const back = second === undefined ? undefined : lookOf(second, tintOf(second));
  const square = badge === undefined ? undefined : lookOf(badge, "var(--badge)");
  const style: Layers = {
    background: (back ?? front).background,
    "--front": back === undefined ? "none" : front.background,
    "--badge-image": square?.background ?? "none",
  };
  return (
    <span
      id={id}
      aria-hidden="true"
      aria-label={name}
      data-front={back === undefined ? "" : front.letter}
      data-badge={square?.letter}
      className={`${shared} ${shapes[size][back === undefined ? "single" : "pair"]} ${square === undefined ? "" : badges[size]}`}
      style={style}
    >
      {(back ?? front).letter}
    </span>
  );
}
