// Tells whoever is here for the first time that there is a help. It ends for good when the help was opened or it was dismissed.
import { X } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { endHelpHint, useIsHelpHintOver } from "../../data/kept/help-hint.ts";
import { IconButton } from "../../ui/fields/button.tsx";
import { LazyHelpDialog } from "./lazy-help-dialog.tsx";

/** @param room what is left of the line it stands in, where nothing that matters more is said */
export function HelpHint({ room }: { readonly room: "none" | "little" | "enough" }): ReactNode {
  const isOver = useIsHelpHintOver();
  const [helpOpen, setHelpOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The buttons go when they are pressed, so their place takes the focus, and the dialog gives it back there.
  const answer = (act: () => void): void => {
    place.current?.focus({ preventScroll: true });
    act();
  };
  return (
    <div ref={place} tabIndex={-1} className="shrink-0 text-small outline-none empty:-mr-3 max-md:ml-auto">
      {isOver || room === "none" ? null : (
        <p className="-my-2 flex items-center whitespace-nowrap text-text2">
          <span className="pr-1.5 max-[379.98px]:hidden">New here?</span>
          <button
            type="button"
            onClick={() => answer(() => setHelpOpen(true))}
            className="min-h-7 rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            How to read this list
          </button>
          {room === "enough" ? (
            <span className="text-text3 max-xl:hidden">
              : what a rate is made of, what each column means, all keys
            </span>
          ) : null}
          <IconButton
            label="Hide this hint"
            className="max-md:-mr-2.5"
            icon={<X aria-hidden="true" className="size-3.5" />}
            onClick={() => answer(endHelpHint)}
          />
        </p>
      )}
      {helpOpen ? <LazyHelpDialog onClose={() => setHelpOpen(false)} /> : null}
    </div>
  );
}
