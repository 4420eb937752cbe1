import { Bell, Pencil, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { openAlertForm } from "../../../data/alerts/alert-draft.ts";
import { maxViewNameLength, useSavedViews } from "../../../data/storage/saved-views.ts";
import { useStars } from "../../../data/storage/stars.ts";
import { formatCount } from "../../../../domain/format/number.ts";
import { applyPresetView, presetName, presetViews } from "../../../select/preset-views.ts";
import { Button, IconButton } from "../../../ui/fields/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { hrefTo, useSearch } from "../../../view-state/address.ts";
import { viewStateHref } from "../../../view-state/use-view-state.ts";
import { changeViewState, readViewState, writeViewState } from "../../../../domain/view-state/codec.ts";

export function SavedViewsPanel({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { views, save, forget, restore } = useSavedViews();
  const here = hrefTo("", useSearch());
  const state = readViewState(here);
  const [name, setName] = useState("");
  const [renamed, setRenamed] = useState<(typeof views)[number]>();
  const [lost, setLost] = useState<{ readonly what: string; readonly undo: () => void }>();
  const [refusal, setRefusal] = useState<string>();
  const announce = useAnnounce();
  const { starred } = useStars();
  const [asList, setAsList] = useState(false);
  // Saved as a fixed list, so that later stars do not change the view. A URL holds a limited number.
  const list = changeViewState(state, { chosen: [...starred], onlyStarred: false });
  const wanted = name.trim();
  const replaces = views.some((view) => view.name === wanted && view !== renamed);
  const field = useRef<HTMLInputElement>(null);
  // After the panel, which takes the focus when it opens. Not on a phone, where the keyboard would cover the rest.
  useEffect(() => {
    if (!window.matchMedia("(pointer: coarse)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const startRenaming = (view: typeof renamed): void => {
    setRenamed(view);
    setName(view?.name ?? "");
    setRefusal(undefined);
    field.current?.focus();
  };
  const keep = (): void => {
    if (wanted === "") return;
    const search = asList && starred.size > 0 ? hrefTo("", writeViewState(list, here)) : here;
    const refused = save({ name: wanted, search: renamed?.search ?? search }, renamed?.name);
    setRefusal(refused);
    if (refused !== undefined) return;
    announce(`View ${renamed === undefined ? "saved as" : "renamed to"} ${wanted}.`);
    setName("");
    setRenamed(undefined);
    setLost(replaces ? { what: `${wanted} replaced.`, undo: () => restore(views) } : undefined);
  };
  const link = (label: string, search: string): ReactNode => (
    <Link
      href={hrefTo("/", search)}
      onClick={onClose}
      aria-current={search === here ? "true" : undefined}
      className="min-w-0 flex-1 rounded-item px-1.5 py-1 text-accent [overflow-wrap:anywhere] hover:underline aria-[current]:font-semibold pointer-coarse:py-3"
    >
      {label}
    </Link>
  );
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
          label={`Starred (${formatCount(list.chosen.length).text})`}
          checked={asList}
          onChange={setAsList}
        />
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <TextField
          ref={field}
          label={renamed === undefined ? "Name this view" : "New name"}
          text={name}
          onText={(text) => {
            setName(text);
            setRefusal(undefined);
          }}
          maxLength={maxViewNameLength}
          className="flex-1"
        />
        <Button variant="primary" size="large" disabled={wanted === ""} onClick={keep}>
          {replaces ? "Replace" : renamed === undefined ? "Save" : "Rename"}
        </Button>
        {renamed === undefined ? null : (
          <Button size="large" onClick={() => startRenaming(undefined)}>
            Cancel
          </Button>
        )}
      </form>
      {refusal === undefined ? null : (
        <p role="alert" className="text-small text-danger">
          {refusal}
        </p>
      )}
      {lost === undefined ? null : (
        <div className="flex items-center gap-2 text-small text-text2">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{lost.what}</p>
          <Button
            onClick={() => {
              lost.undo();
              setLost(undefined);
              announce("Restored.");
            }}
          >
            Undo
          </Button>
        </div>
      )}
      {views.length === 0 ? (
        <p className="text-small text-text3">Nothing is saved yet.</p>
      ) : (
        <ul aria-label="Saved views" className="-mx-1.5 -my-1 max-h-72 overflow-y-auto py-1">
          {views.map((view) => (
            <li key={view.name} className="flex items-center gap-1 rounded-item pr-1 hover:bg-hover">
              {link(view.name, view.search)}
              <IconButton
                label={`New alert rule for ${view.name}`}
                icon={<Bell />}
                onClick={() => {
                  onClose();
                  openAlertForm({ kind: "new", target: { kind: "view", ...view } });
                }}
              />
              <IconButton
                label={`Rename ${view.name}`}
                icon={<Pencil />}
                onClick={() => startRenaming(view)}
              />
              <IconButton
                label={`Delete ${view.name}`}
                icon={<X />}
                onClick={() => {
                  setLost({ what: `${view.name} deleted.`, undo: forget(view.name) });
                  if (view === renamed) startRenaming(undefined);
                  announce(`${view.name} deleted.`);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line pt-2.5">
        <h3 className="text-small text-text2">Presets</h3>
        <ul aria-label="Presets" className="-mx-1.5">
          {presetViews.map((view) => (
            <li key={view.name} className="flex rounded-item hover:bg-hover">
              {link(presetName(view, state), viewStateHref("", applyPresetView(view, state)))}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
