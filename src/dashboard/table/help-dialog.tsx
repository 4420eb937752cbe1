import type { ReactNode } from "react";
import { Dialog } from "../ui/dialog.tsx";
import { keyHelp } from "./keyboard.ts";

/** Lists the keys of the list of markets. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <p className="pb-2 text-small text-text2">
        The keys work while the list has the focus, or nothing has. Search and help work everywhere but in a
        field.
      </p>
      <dl className="text-body">
        {keyHelp.map(([keys, meaning]) => (
          <div key={meaning} className="flex items-center gap-4 border-t border-line py-1.5 first:border-t-0">
            <dt className="flex w-44 shrink-0 flex-wrap gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-item border border-line2 bg-inset px-1.5 font-sans text-small text-text"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-text2">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
