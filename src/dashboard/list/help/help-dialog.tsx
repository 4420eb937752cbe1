import { useEffect, type ReactNode } from "react";
import { endHelpHint } from "../../data/storage/help-hint.ts";
import { columnHelp } from "../../../domain/market/column-help.ts";
import { columnIds, columns } from "../../../domain/market/columns.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useLetterKeys } from "../keyboard.ts";

const readingHelp: readonly string[] = [
  "A bar of two colors sets base yield apart from rewards, which may end. Press a rate for its parts, its averages and its origin.",
  "Enter what you would deposit as My size. The list then tells what is left of each rate at that size, whether it fits, and whether it could leave again.",
  "The order is that of the whole list, not only of what is on the screen. Unknown values come last.",
  "Tick up to eight markets to see them side by side. A star keeps a market for later, in this browser only.",
  "Actions open in a new tab. Nothing is signed here.",
  "Data status says when the rates were read, and whether the list is complete or markets are still missing.",
];

const keyHelp: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["/"], "Search markets"],
  [["↓", "j"], "Next market"],
  [["↑", "k"], "Previous market"],
  [["Page Down", "Page Up"], "A screen further, a screen back"],
  [["Home", "End"], "First market, last market"],
  [["Enter"], "Open the market"],
  [["e"], "Show the market's details under its row, or fold them away"],
  [["x"], "Add the market to compare, or take it out"],
  [["s"], "Star the market, or take the star away"],
  [["a"], "Make an alert rule for the market"],
  [["c"], "Compare the markets that were added"],
  [["f"], "Filters"],
  [["h"], "What I hold, or what I have and need"],
  [["Shift + Enter"], "On a column's header: sort by it as well"],
  [["Esc"], "Close what is open"],
  [["?"], "This help"],
];

export function HelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [letters, setLetters] = useLetterKeys();
  useEffect(endHelpHint, []);
  return (
    <Dialog title="Help and keyboard" onClose={onClose}>
      <h3 className="pb-1 font-semibold">How to read the list</h3>
      <ul className="list-disc pb-2 pl-4 text-small text-text2 marker:text-text3">
        {readingHelp.map((sentence) => (
          <li key={sentence} className="py-0.5">
            {sentence}
          </li>
        ))}
      </ul>
      <details className="border-y border-line py-1">
        <summary className="min-h-7 cursor-pointer content-center rounded-item font-semibold pointer-coarse:min-h-11">
          What each column means
        </summary>
        <dl className="pb-2 text-small">
          {columnIds.map((id) => (
            <div key={id} className="gap-4 border-t border-line py-1.5 first:border-t-0 sm:flex">
              <dt className="w-32 shrink-0">{columns[id].name}</dt>
              <dd className="min-w-0 text-text2">{columnHelp(id).what}</dd>
            </div>
          ))}
        </dl>
      </details>
      <h3 className="pt-3 pb-1 font-semibold">Keys</h3>
      <p className="pb-2 text-small text-text2">
        Letters and signs work everywhere but in a field, the other keys while the list has the focus or
        nothing has.
      </p>
      <dl className="text-body">
        {keyHelp.map(([keys, meaning]) => (
          <div key={meaning} className="flex items-center gap-4 border-t border-line py-1.5 first:border-t-0">
            <dt className="flex w-32 shrink-0 flex-wrap gap-1 sm:w-44">
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
