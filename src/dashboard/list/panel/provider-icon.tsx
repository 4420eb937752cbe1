// A provider's picture in a fixed square, with its first letter until the picture is there, and instead of a broken one.
import type { ReactNode } from "react";
import { Face } from "../../ui/marks/disc.tsx";

export function ProviderIcon({
  name,
  icon,
}: {
  readonly name: string;
  readonly icon: string | undefined;
}): ReactNode {
  return (
    <span
      aria-hidden="true"
      className="relative mr-1 inline-flex size-4 shrink-0 items-center justify-center overflow-hidden rounded-item bg-badge text-[9.5px] leading-none font-semibold text-text select-none"
    >
      <Face letter={name.slice(0, 1).toUpperCase()} image={icon} />
    </span>
  );
}
