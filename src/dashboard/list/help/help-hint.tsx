import { X } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { endHelpHint, storedHint } from "../../data/storage/help-hint.ts";
import { useStoredValue } from "../../data/storage/stored-value.ts";
import { IconButton } from "../../ui/fields/button.tsx";
import { LazyHelpDialog } from "./lazy-help-dialog.tsx";

export function HelpHint({ hasSpace }: { readonly hasSpace: boolean }): ReactNode {
  const isOver = useStoredValue(storedHint);
  const [helpOpen, setHelpOpen] = useState(false);
  const hint = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so move the focus to its container.
  const dismissThen = (act: () => void): void => {
    hint.current?.focus({ preventScroll: true });
    act();
  };
  return (
    <div ref={hint} tabIndex={-1} className="shrink-0 text-small outline-none empty:-mr-3 max-md:ml-auto">
      {isOver || !hasSpace ? null : (
        <p className="-my-2 flex items-center whitespace-nowrap text-text2">
          <button
            type="button"
            onClick={() => dismissThen(() => setHelpOpen(true))}
            className="min-h-7 rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            How to read this list
          </button>
          <IconButton
            label="Hide this hint"
            className="max-md:-mr-2.5"
            icon={<X />}
            onClick={() => dismissThen(endHelpHint)}
          />
        </p>
      )}
      {helpOpen ? <LazyHelpDialog onClose={() => setHelpOpen(false)} /> : null}
    </div>
  );
}
