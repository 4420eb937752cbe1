// The content of the popover "Saved views": a name for what is shown now, and what was named before.
import { Bell, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { askForAlert } from "../../../data/alerts/alert-draft.ts";
import { longestViewName, useSavedViews } from "../../../data/kept/saved-views.ts";
import { useStars } from "../../../data/kept/stars.ts";
import { formatCount } from "../../../format/number.ts";
import { readyViews, takeReadyView } from "../../../select/ready-views.ts";
import { Button, IconButton } from "../../../ui/fields/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { hrefTo, useSearch } from "../../../view-state/address.ts";
import { viewStateHref } from "../../../view-state/use-view-state.ts";
import { changeViewState, readViewState, writeViewState } from "../../../view-state/codec.ts";

export function SavedViewsPanel({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { views, save, forget } = useSavedViews();
  const here = hrefTo("", useSearch());
  const state = readViewState(here);
  const [name, setName] = useState("");
  const announce = useAnnounce();
  const { starred } = useStars();
  const [asList, setAsList] = useState(false);
  // These markets in the view that is shown: stars given or taken later do not change it. An address has room for some only.
  const list = changeViewState(state, { chosen: [...starred], onlyStarred: false });
  const listed = formatCount(list.chosen.length).text;
  const wanted = name.trim();
  const field = useRef<HTMLInputElement>(null);
  // After the panel, which takes the focus when it opens. On a phone the keyboard would cover what is below the field.
  useEffect(() => {
    if (!window.matchMedia("(pointer: coarse)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const replaces = views.some((view) => view.name === wanted);
  const keep = (): void => {
    if (wanted === "") return;
    if (
      save({
        name: wanted,
        search: asList && starred.size > 0 ? hrefTo("", writeViewState(list, here)) : here,
      })
    ) {
      announce(`View saved as ${wanted}.`);
      setName("");
    } else announce("This view is too long to be kept.");
  };
  return (
    <div className="flex flex-col gap-3 p-3">
      <div>
        <h2 className="font-semibold">Saved views</h2>
        <p className="text-small text-text2">
          Filters, order, columns and size under a name. They are kept in this browser only.
        </p>
      </div>
      {starred.size === 0 ? null : (
        <Checkbox
          label={
            list.chosen.length === starred.size
              ? `Only the ${listed} starred now, as a list of its own`
              : `Only ${listed} of the ${formatCount(starred.size).text} starred now, as a list of its own`
          }
          checked={asList}
          onChange={setAsList}
        />
      )}
      <div className="flex items-end gap-2">
        <TextField
          ref={field}
          label="Name for what is shown now"
          text={name}
          onText={setName}
          maxLength={longestViewName}
          className="flex-1"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            keep();
          }}
        />
        <Button variant="primary" size="large" disabled={wanted === ""} onClick={keep}>
          {replaces ? "Replace" : "Save"}
        </Button>
      </div>
      {views.length === 0 ? (
        <p className="text-small text-text3">Nothing is saved yet.</p>
      ) : (
        <ul aria-label="Saved views" className="-mx-1.5 max-h-72 overflow-y-auto">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-1 rounded-item hover:bg-hover">
              <ViewLink name={view.name} search={view.search} here={here} onClose={onClose} />
              <IconButton
                label={`New alert rule for ${view.name}`}
                icon={<Bell aria-hidden="true" className="size-3.5" />}
                onClick={() => {
                  onClose();
                  askForAlert({ kind: "view", name: view.name, search: view.search });
                }}
              />
              <IconButton
                label={`Forget ${view.name}`}
                icon={<X aria-hidden="true" className="size-3.5" />}
                onClick={() => {
                  forget(view.name);
                  announce(`${view.name} forgotten.`);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line pt-2.5">
        <h3 className="text-small text-text2">Ready to take</h3>
        <ul aria-label="Ready views" className="-mx-1.5">
          {readyViews.map((view) => (
            <li key={view.name} className="flex rounded-item hover:bg-hover">
              <ViewLink
                name={view.name}
                search={viewStateHref("", takeReadyView(view, state))}
                here={here}
                onClose={onClose}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ViewLink({
  name,
  search,
  here,
  onClose,
}: {
  readonly name: string;
  readonly search: string;
  readonly here: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Link
      href={hrefTo("/", search)}
      onClick={onClose}
      aria-current={search === here ? "true" : undefined}
      className="min-w-0 flex-1 rounded-item px-1.5 py-1 text-accent [overflow-wrap:anywhere] hover:underline aria-[current]:font-semibold pointer-coarse:py-3"
    >
      {name}
    </Link>
  );
}
