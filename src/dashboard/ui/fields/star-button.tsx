import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { useAnnounce } from "../page/live-region.tsx";

export function StarButton({
  name,
  on,
  onToggle,
}: {
  readonly name: string;
  readonly on: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const announce = useAnnounce();
  return (
    <button
      type="button"
      aria-label={`Star ${name}`}
      aria-pressed={on}
      title={on ? "Remove star" : "Star"}
      className="inline-flex size-7 items-center justify-center rounded-control text-text2 hover:bg-hover pointer-coarse:size-11"
      onClick={() => {
        onToggle();
        announce(on ? "Star removed." : "Starred.");
      }}
    >
      <Star aria-hidden="true" className={on ? "size-4 fill-current text-text" : "size-4"} />
    </button>
  );
}
