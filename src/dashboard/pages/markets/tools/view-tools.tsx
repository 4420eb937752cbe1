// The tools at the end of the toolbar: columns, export, views with names and the link to what is shown.
import { Bookmark, Columns3, Download, Link2, Ruler } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { frozenAt } from "../../../data/clock.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { buttonClass } from "../../../ui/fields/button.tsx";
import { CopyButton } from "../../../ui/fields/copy-button.tsx";
import { fetchLater } from "../../../ui/page/network/fetch-later.ts";
import { lazyWithPreload } from "../../../ui/page/network/lazy-with-preload.tsx";
import { LoadBoundary, Loading } from "../../../ui/page/load-boundary.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { PopoverButton } from "../../../ui/overlay/popover.tsx";
import { exportFileName, saveText } from "../../../ui/page/save-file.ts";
import { countMarkets } from "../../../format/count-markets.ts";
import { useShownList } from "../shown-list.ts";

const SavedViewsPanel = lazyWithPreload(
  async () => (await import("./saved-views-panel.tsx")).SavedViewsPanel,
);
const BenchmarkPanel = lazyWithPreload(
  async () => (await import("../../../list/panel/benchmark-panel.tsx")).BenchmarkPanel,
);
const ListColumns = lazyWithPreload(async () => (await import("./list-columns.tsx")).ListColumns);
fetchLater(SavedViewsPanel, BenchmarkPanel, ListColumns);

/** At the end of the toolbar, or in the sheet of a phone. */
type Place = "toolbar" | "sheet";

function sizeIn(place: Place): "normal" | "touch" {
  return place === "sheet" ? "touch" : "normal";
}

/** The benchmark on a phone, which has no menu of columns to choose it in. */
export function BenchmarkTool(): ReactNode {
  const { state, onChange, selection, lookingForBenchmark } = useShownList();
  return (
    <PopoverButton
      label="Benchmark"
      placement="below-end"
      className={buttonClass("outline", "touch")}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={(close) => (
        <LoadBoundary waiting={<Loading />}>
          <BenchmarkPanel
            state={state}
            onChange={onChange}
            selection={selection}
            looking={lookingForBenchmark}
            onClose={close}
          />
        </LoadBoundary>
      )}
    >
      <Ruler aria-hidden="true" className="size-3.5" />
      Benchmark
    </PopoverButton>
  );
}

export function SavedViewsTool({ place }: { readonly place: Place }): ReactNode {
  return (
    <PopoverButton
      label="Saved views"
      placement="below-end"
      className={buttonClass("outline", sizeIn(place))}
      panelClassName="w-[320px] max-w-[calc(100vw-16px)]"
      content={(close) => (
        <LoadBoundary waiting={<Loading />}>
          <SavedViewsPanel onClose={close} />
        </LoadBoundary>
      )}
    >
      <Bookmark aria-hidden="true" className="size-3.5" />
      <span className={place === "toolbar" ? "sr-only" : undefined}>Saved views</span>
    </PopoverButton>
  );
}

export function CopyLink({ place }: { readonly place: Place }): ReactNode {
  return (
    <CopyButton
      label="Copy link"
      what="Link"
      icon={<Link2 aria-hidden="true" className="size-3.5" />}
      size={sizeIn(place)}
      iconOnly={place === "toolbar"}
      text={() => window.location.href}
    />
  );
}

export function ColumnsTool(): ReactNode {
  return (
    <PopoverButton
      label="Columns"
      placement="below-end"
      className={buttonClass()}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={() => (
        <LoadBoundary waiting={<Loading />}>
          <ListColumns />
        </LoadBoundary>
      )}
    >
      <Columns3 aria-hidden="true" className="size-3.5" />
      Columns
    </PopoverButton>
  );
}

/** Saves exactly what is shown as a file, and takes one back to compare the list with. */
export function ExportTool({
  place,
  onPastExport: onChosen,
}: {
  readonly place: Place;
  readonly onPastExport?: () => void;
}): ReactNode {
  const { columns, selection, result, shownRows, onPastExport } = useShownList();
  const chooser = useRef<HTMLInputElement>(null);
  const { source } = useDashboardConfig();
  const announce = useAnnounce();
  const save = async (format: "csv" | "json"): Promise<void> => {
    const { exportCsv, exportJson } = await import("../../../select/export-rows.ts");
    const exportedAt = Date.now();
    const shown = shownRows();
    const input = {
      rows: shown,
      columns,
      context: selection.context,
      origin: {
        exportedAt,
        readAt: result.readAt,
        frozenAt: frozenAt(source),
        source: source.label,
        url: window.location.href,
        total: selection.total,
        complete: result.phase === "complete" && result.ended === "null-cursor",
      },
    };
    const text = format === "csv" ? exportCsv(input) : exportJson(input);
    saveText(text, exportFileName(exportedAt, format));
    announce(`${countMarkets(shown.length)} exported as ${format.toUpperCase()}.`);
  };
  return (
    <>
      <Menu
        label="Export"
        className={buttonClass("outline", sizeIn(place))}
        items={[
          { key: "csv", label: "CSV", hint: "For spreadsheets", onSelect: () => void save("csv") },
          { key: "json", label: "JSON", hint: "For programs", onSelect: () => void save("json") },
          {
            key: "compare",
            label: "Compare with an export…",
            hint: "A JSON file; it stays here",
            parted: true,
            onSelect: () => chooser.current?.click(),
          },
        ]}
      >
        <Download aria-hidden="true" className="size-3.5" />
        <span className={place === "toolbar" ? "sr-only" : undefined}>Export</span>
      </Menu>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file chosen again is a choice, too.
          currentTarget.value = "";
          if (file === undefined) return;
          onChosen?.();
          onPastExport(file);
        }}
      />
    </>
  );
}
