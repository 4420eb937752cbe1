import { useEffect, type ReactNode } from "react";
import { endHelpHint } from "../../data/storage/help-hint.ts";
import { columnHelp } from "../../../domain/market/column-help.ts";
import { columnIds, columns } from "../../../domain/market/columns.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useLetterKeys } from "../keyboard.ts";
import { Summary } from "../../ui/panel/summary.tsx";

const readingHelp: readonly string[] = [
  "The two-color bar shows base yield and rewards, which may end. Click a rate for its parts, averages and source.",
  "Enter your deposit as My size. The list then shows each APY after dilution, whether your deposit fits, and whether you can withdraw it.",
  "Sorting covers the whole list. Unknown values come last, as do closed loops and markets that can't take your size.",
  "A ring beside Capacity left shows how much of the cap is used.",
  "Select up to eight markets to compare them. Stars are kept in this browser only.",
  "Actions open in a new tab. Nothing is signed here.",
  "Data status shows when rates were read and whether the list is complete.",
];

const keyHelp: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["/"], "Search markets"],
  [["↓", "j"], "Next market"],
  [["↑", "k"], "Previous market"],
  [["Page Down", "Page Up"], "One screen down, one screen up"],
  [["Home", "End"], "First market, last market"],
  [["Enter"], "Open the market; on a rate, its parts and source"],
  [["→", "←"], "The figures, flags and actions of the market, each explained"],
  [["e"], "Show or hide the market's details"],
  [["x"], "Add the market to compare, or remove it"],
  [["s"], "Star or unstar the market"],
  [["a"], "Create an alert rule for the market"],
  [["c"], "Compare the selected markets"],
  [["f"], "Filters"],
  [["h"], "Token and amount fields"],
  [["Shift + Enter"], "On a column header: add it to the sort"],
  [["Esc"], "Close the open panel"],
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
        <Summary className="min-h-7 pointer-coarse:min-h-11 font-semibold">What each column means</Summary>
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
        Single-key shortcuts work outside text fields; other keys while the list or nothing has focus.
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
        <Switch label="Single-key shortcuts" checked={letters} onChange={setLetters} />
      </div>
    </Dialog>
  );
}
