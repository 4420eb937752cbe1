import type { ReactNode } from "react";

const fading = ["", "opacity-80", "opacity-65", "opacity-50", "opacity-35", "opacity-20"] as const;

export function ListSkeleton(): ReactNode {
  return (
    <div aria-hidden="true" className="min-h-dvh md:min-h-0 md:flex-1">
      {fading.map((opacity) => (
        <div key={opacity} className={`flex h-10 items-center gap-2.5 border-b border-line px-4 ${opacity}`}>
          <span className="size-[26px] rounded-full bg-track" />
          <span className="h-2 w-28 rounded-full bg-track" />
        </div>
      ))}
    </div>
  );
}
