import { X } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
import { Button, IconButton } from "../../ui/fields/button.tsx";

/** Find in page only sees rows near the viewport. */
export function FindNote({
  kind,
  shown,
  total,
  onSearch,
  onClose,
}: {
  readonly kind: "rows" | "cards";
  readonly shown: number;
  readonly total: number;
  readonly onSearch: () => void;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <div className="absolute bottom-3 left-1/2 z-10 flex max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-3 rounded-panel bg-raised py-2 pr-2 pl-4 text-small shadow-float print:hidden forced-colors:border">
      <output>
        Find in page sees the {formatCount(shown).text} {kind} on screen of {formatCount(total).text}. Press{" "}
        <kbd className="rounded-item border border-line2 px-1 font-sans">/</kbd> to search all.
      </output>
      <Button onClick={onSearch}>Search all</Button>
      <IconButton
        label="Close the note"
        onClick={onClose}
        icon={<X aria-hidden="true" className="size-3.5" />}
      />
    </div>
  );
}
