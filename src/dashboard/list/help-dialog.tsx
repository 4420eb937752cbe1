import type { ReactNode } from "react";
import { Button } from "../ui/fields/button.tsx";
import { Dialog } from "../ui/overlay/dialog.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { useLetterKeys } from "./keyboard.ts";

/** All keys, as the help lists them. */
const keyHelp: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["/"], "Search markets"],
  [["j", "k"], "Next market, previous market"],
  [["↓", "↑"], "A line down, a line up"],
  [["→", "←"], "Where cards stand side by side: next card, previous card"],
  [["Page Down", "Page Up"], "A screen further, a screen back"],
  [["Home", "End"], "First market, last market"],
  [["Enter"], "Open the market"],
  [["e"], "Show the market's details under its row, or fold them away"],
  [["x"], "Add the market to compare, or take it out"],
  [["s"], "Star the market, or take the star away"],
  [["Shift + Enter"], "On a column's header: sort by it as well"],
  [["Esc"], "Close what is open"],
  [["?"], "This help"],
];

/** Offers the tour, where there is one, and lists the keys of the list of markets. */
export function HelpDialog({
  onTour,
  onClose,
}: {
  readonly onTour: (() => void) | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const [letters, setLetters] = useLetterKeys();
  return (
    <Dialog title="Help and keyboard" onClose={onClose}>
      {onTour === undefined ? null : (
        <div className="-mx-4 mb-3 flex items-center gap-4 border-b border-line px-4 pb-3">
          <p className="min-w-0 flex-1 text-small text-text2">
            What is on this page and how to read it, in a few short steps.
          </p>
          <Button
            className="pointer-coarse:h-11"
            onClick={() => {
              onClose();
              onTour();
            }}
          >
            Take the tour
          </Button>
        </div>
      )}
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
      <div className="mt-2 border-t border-line pt-3">
        <Switch label="Single letters and signs are keys" checked={letters} onChange={setLetters} />
      </div>
    </Dialog>
  );
}
