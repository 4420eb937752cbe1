import { Bookmark, Columns3, Download, Ruler, type LucideIcon } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { frozenAt } from "../../../data/clock.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { buttonClass } from "../../../ui/fields/button.tsx";
import { fetchLater } from "../../../ui/page/network/fetch-later.ts";
import { lazyPart, Loading } from "../../../ui/page/load-boundary.tsx";
import { copyText } from "../../../ui/fields/copy-text.ts";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { PopoverButton } from "../../../ui/overlay/popover.tsx";
import { exportFileName, saveText } from "../../../ui/page/save-file.ts";
import { countOf, countMarkets } from "../../../../domain/format/number.ts";
import { pastExport, useListContext } from "../list-context.ts";

const panel = { waiting: <Loading /> };
const SavedViewsPanel = lazyPart(
  async () => (await import("./saved-views-panel.tsx")).SavedViewsPanel,
  panel,
);
const BenchmarkPanel = lazyPart(
  async () => (await import("../../../list/panel/benchmark-panel.tsx")).BenchmarkPanel,
  panel,
);
const ColumnsPanel = lazyPart(async () => (await import("./columns-panel.tsx")).ColumnsPanel, panel);
const loadExports = async () => import("../../../select/export-rows.ts");
const exports = { preload: async () => void (await loadExports().catch(() => undefined)) };
fetchLater(SavedViewsPanel, BenchmarkPanel, ColumnsPanel, exports);

interface ViewToolsProps {
  readonly place: "toolbar" | "sheet";
  readonly onChosen?: () => void;
}

export function ViewTools(props: ViewToolsProps): ReactNode {
  const { selection, lookingForBenchmark } = useListContext();
  const isSheet = props.place === "sheet";
  const panelTool = (
    label: string,
    Icon: LucideIcon,
    content: (close: () => void) => ReactNode,
    hasName = isSheet,
  ): ReactNode => (
    <PopoverButton
      label={label}
      placement="below-end"
      className={buttonClass("outline", isSheet ? "touch" : "normal")}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={content}
    >
      <Icon className="size-3.5" />
      <span className={hasName ? undefined : "sr-only"}>{label}</span>
    </PopoverButton>
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isSheet ? null : panelTool("Columns", Columns3, () => <ColumnsPanel />, true)}
      <ExportTool {...props} />
      {panelTool("Saved views", Bookmark, (close) => (
        <SavedViewsPanel onClose={close} />
      ))}
      {/* A phone has no columns menu in which to choose it. */}
      {isSheet
        ? panelTool("Benchmark", Ruler, (close) => (
            <BenchmarkPanel selection={selection} looking={lookingForBenchmark} onClose={close} />
          ))
        : null}
    </div>
  );
}

function ExportTool({ place, onChosen }: ViewToolsProps): ReactNode {
  const { columns, selection, result, shownRowsRef } = useListContext();
  const chooser = useRef<HTMLInputElement>(null);
  const { source } = useDashboardConfig();
  const announce = useAnnounce();
  const save = async (format: "csv" | "json"): Promise<void> => {
    const { exportCsv, exportJson } = await loadExports();
    const exportedAt = Date.now();
    const rows = shownRowsRef.current;
    const smallHidden = selection.hiding.find(({ filter }) => filter === "hideSmall")?.alone ?? 0;
    const text = (format === "csv" ? exportCsv : exportJson)({
      rows,
      columns,
      context: selection.context,
      origin: {
        exportedAt,
        readAt: result.readAt,
        frozenAt: frozenAt(),
        source: source.label,
        url: window.location.href,
        total: selection.total,
        smallHidden,
        complete: result.phase === "complete" && result.ended === "null-cursor",
      },
    });
    saveText(text, exportFileName(exportedAt, format, smallHidden === 0 ? "" : "large-markets-"));
    const without = smallHidden === 0 ? "" : `, without ${countOf(smallHidden, "small market")}`;
    announce(`${countMarkets(rows.length)} exported as ${format.toUpperCase()}${without}.`);
  };
  const exportAs = (format: "csv" | "json"): void => {
    save(format).catch(() => announce("The markets could not be exported. Reload the page and try again."));
  };
  return (
    <>
      <Menu
        label="Export"
        className={buttonClass("outline", place === "sheet" ? "touch" : "normal")}
        items={[
          { key: "csv", label: "CSV", hint: "For spreadsheets", onSelect: () => exportAs("csv") },
          { key: "json", label: "JSON", hint: "For programs", onSelect: () => exportAs("json") },
          {
            key: "link",
            label: "Copy link",
            hint: "This list, with its filters",
            onSelect: () => void copyText(window.location.href, "Link", announce),
          },
          {
            key: "compare",
            label: "Compare with an export…",
            hint: "A JSON file; it stays here",
            hasSeparator: true,
            onSelect: () => chooser.current?.click(),
          },
        ]}
      >
        <Download className="size-3.5" />
        <span className={place === "toolbar" ? "sr-only" : undefined}>Export</span>
      </Menu>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file === undefined) return;
          onChosen?.();
          pastExport.set(file);
        }}
      />
    </>
  );
}
