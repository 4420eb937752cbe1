// The tools at the end of the toolbar: columns, export, views with names and the link to what is shown.
import { Bookmark, Columns3, Download, Link2, Ruler } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { frozenAt } from "../../../data/clock.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import type { MarketsResult } from "../../../queries/markets/use-markets.ts";
import type { ColumnId } from "../../../market/columns.ts";
import type { BenchmarkProps } from "../../../list/panel/benchmark-panel.tsx";
import type { Selection } from "../../../select/select.ts";
import { buttonClass } from "../../../ui/fields/button.tsx";
import { CopyButton } from "../../../ui/fields/copy-button.tsx";
import { fetchLater } from "../../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { PopoverButton } from "../../../ui/overlay/popover.tsx";
import { exportFileName, saveText } from "../../../ui/page/save-file.ts";
import type { HowToChange } from "../../../view-state/address.ts";
import type { ViewStateChange } from "../../../view-state/use-view-state.ts";
import type { ViewState } from "../../../view-state/view-state.ts";
import { countMarkets } from "../../../format/count-markets.ts";
import type { ListColumnsProps } from "./list-columns.tsx";

const savedViewsPanel = lazyPart(
  async () => (await import("./saved-views-panel.tsx")).SavedViewsPanel,
  <div className="h-40" />,
);

const benchmarkPanel = lazyPart(
  async () => (await import("../../../list/panel/benchmark-panel.tsx")).BenchmarkPanel,
  <div className="h-[168px]" />,
);

const listColumns = lazyPart(
  async () => (await import("./list-columns.tsx")).ListColumns,
  <div className="h-[480px]" />,
);
fetchLater(savedViewsPanel, benchmarkPanel, listColumns);

export interface ToolbarToolsProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly selection: Selection;
  readonly columns: readonly ColumnId[];
  readonly lookingForBenchmark: boolean;
  readonly exported: Pick<ExportToolProps, "rows" | "result" | "onPastExport">;
}

/** The end of the toolbar over the table. */
export function ToolbarTools({ exported, ...shown }: ToolbarToolsProps): ReactNode {
  return (
    <div className="flex items-center gap-2">
      <ColumnsTool {...shown} />
      <ExportTool {...exported} columns={shown.columns} selection={shown.selection} />
      <SavedViewsTool place="toolbar" />
      <CopyLink place="toolbar" />
    </div>
  );
}

/** The benchmark on a phone, which has no menu of columns to choose it in. */
export function BenchmarkTool(props: BenchmarkProps): ReactNode {
  return (
    <PopoverButton
      label="Benchmark"
      placement="below-end"
      className={buttonClass("outline", "touch")}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={(close) => <benchmarkPanel.Part {...props} onClose={close} />}
    >
      <Ruler aria-hidden="true" className="size-3.5" />
      Benchmark
    </PopoverButton>
  );
}

/** What is shown now under a name, and what was named before. */
export function SavedViewsTool({ place }: { readonly place: "toolbar" | "sheet" }): ReactNode {
  return (
    <PopoverButton
      label="Saved views"
      placement="below-end"
      className={buttonClass("outline", place === "sheet" ? "touch" : "normal")}
      panelClassName="w-[320px] max-w-[calc(100vw-16px)]"
      content={(close) => <savedViewsPanel.Part onClose={close} />}
    >
      <Bookmark aria-hidden="true" className="size-3.5" />
      <span className={place === "toolbar" ? "sr-only" : undefined}>Saved views</span>
    </PopoverButton>
  );
}

export function CopyLink({ place }: { readonly place: "toolbar" | "sheet" }): ReactNode {
  return (
    <CopyButton
      label="Copy link"
      what="Link"
      icon={<Link2 aria-hidden="true" className="size-3.5" />}
      size={place === "sheet" ? "touch" : "normal"}
      iconOnly={place === "toolbar"}
      text={() => window.location.href}
    />
  );
}

/** Which columns are shown, in which order, and how close the rows stand. */
function ColumnsTool(props: ListColumnsProps): ReactNode {
  return (
    <PopoverButton
      label="Columns"
      placement="below-end"
      className={buttonClass()}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={() => <listColumns.Part {...props} />}
    >
      <Columns3 aria-hidden="true" className="size-3.5" />
      Columns
    </PopoverButton>
  );
}

interface ExportToolProps {
  /** The rows in the order shown, when they are wanted. */
  readonly rows: () => readonly MarketRow[];
  readonly columns: readonly ColumnId[];
  readonly selection: Selection;
  readonly result: MarketsResult;
  /** Is given an earlier export, or whatever else was chosen: nothing is known of the file yet. */
  readonly onPastExport: (file: File) => void;
  readonly large?: boolean;
}

/** Saves exactly what is shown as a file, and takes one back to be held against the list. */
export function ExportTool({
  rows,
  columns,
  selection,
  result,
  onPastExport,
  large = false,
}: ExportToolProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const { source } = useDashboardConfig();
  const announce = useAnnounce();
  const save = async (format: "csv" | "json"): Promise<void> => {
    const { exportCsv, exportJson } = await import("../../../select/export-rows.ts");
    const exportedAt = Date.now();
    const shown = rows();
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
        className={buttonClass("outline", large ? "touch" : "normal")}
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
        <span className={large ? undefined : "sr-only"}>Export</span>
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
          if (file !== undefined) onPastExport(file);
        }}
      />
    </>
  );
}
