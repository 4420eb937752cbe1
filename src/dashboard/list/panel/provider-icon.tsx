// A provider's picture in a fixed square, with its first letter until the picture is there, and instead of a broken one.
import type { ReactNode } from "react";
import { loadableImage } from "../../ui/marks/disc.tsx";

export function ProviderIcon({
  name,
  icon,
}: {
  readonly name: string;
  readonly icon: string | undefined;
}): ReactNode {
  const image = loadableImage(icon);
  return (
    <span
      aria-hidden="true"
      className="relative mr-1 inline-flex size-4 shrink-0 items-center justify-center overflow-hidden rounded-item bg-badge text-[9.5px] leading-none font-semibold text-text select-none"
    >
      {image === undefined ? null : (
        <img
          key={image}
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={(event) => event.currentTarget.setAttribute("data-loaded", "")}
          className="peer absolute inset-0 size-full object-cover opacity-0 data-[loaded]:opacity-100"
        />
      )}
      <span className="peer-data-[loaded]:invisible">{name.slice(0, 1).toUpperCase()}</span>
    </span>
  );
}
