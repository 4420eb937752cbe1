import type { ReactNode } from "react";
import { firstLetter } from "../../../contract/names/characters.ts";
import type { IconSource } from "../../../domain/marks.ts";

export function hueOf(seed: string): number {
  let hash = 2166136261;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 16777619);
  }
  return (hash >>> 0) % 360;
}

/** Undefined for images that the content security policy would block, which would log an error. */
export function loadableImage(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const own = address.startsWith("/") && !address.startsWith("//");
  return own || address.startsWith("https://") || address.startsWith("data:image/") ? address : undefined;
}

/**
 * Shows the letter first, and keeps it if the image fails, so that nothing moves. The state is on the element,
 * because there are hundreds; the key resets it for a new address.
 */
function IconImage({ letter, image }: Pick<IconSource, "letter" | "image">): ReactNode {
  return (
    <>
      <Picture image={image} />
      <span className="peer-data-[loaded]:invisible">{letter}</span>
    </>
  );
}

function Picture({ image: address }: Pick<IconSource, "image">): ReactNode {
  const image = loadableImage(address);
  return image === undefined ? null : (
    <img
      key={image}
      src={image}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onLoad={(event) => event.currentTarget.setAttribute("data-loaded", "")}
      onError={(event) => event.currentTarget.removeAttribute("data-loaded")}
      className="peer absolute inset-0 size-full rounded-[inherit] object-cover opacity-0 data-[loaded]:opacity-100"
    />
  );
}

interface MarketIconProps {
  readonly icon: IconSource;
  readonly second?: IconSource | undefined;
  readonly badge?: IconSource | undefined;
  readonly size?: number;
}

export function MarketIcon({ icon, second, badge, size = 26 }: MarketIconProps): ReactNode {
  const edge = second === undefined ? size : Math.round(size * 0.7);
  const renderIcon = (shown: IconSource, place: string): ReactNode => (
    <span
      className={`absolute flex items-center justify-center overflow-hidden rounded-full font-semibold text-text select-none ${place}`}
      style={{
        width: edge,
        height: edge,
        fontSize: Math.round(edge * 0.46),
        lineHeight: 1,
        background: `oklch(var(--icon-l) var(--icon-c) ${hueOf(shown.seed)})`,
      }}
    >
      <IconImage {...shown} />
    </span>
  );
  const square = Math.round(size / 2);
  return (
    <span
      aria-hidden="true"
      className="relative inline-block shrink-0 forced-color-adjust-none"
      style={{ width: size, height: size }}
    >
      {second === undefined ? null : renderIcon(second, "top-0 right-0")}
      {renderIcon(icon, "top-0 left-0")}
      {badge === undefined ? null : (
        <span
          className="absolute -right-[3px] -bottom-[3px] flex items-center justify-center overflow-hidden rounded-item bg-badge font-semibold text-text ring-[1.5px] ring-surface select-none"
          style={{ width: square, height: square, fontSize: Math.round(square * 0.62), lineHeight: 1 }}
        >
          <IconImage {...badge} />
        </span>
      )}
    </span>
  );
}

export function ProviderBadge({
  name,
  image,
}: Pick<IconSource, "image"> & { readonly name: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      data-letter={firstLetter(name)}
      className="relative inline-flex size-4 shrink-0 items-center justify-center overflow-hidden rounded-item bg-badge text-[12px] leading-none font-semibold text-text select-none before:content-[attr(data-letter)] has-data-loaded:before:content-none"
    >
      <Picture image={image} />
    </span>
  );
}
