import { Columns3 } from "lucide-react";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import type { ColumnId } from "../data/columns.ts";
import type { SelectContext } from "../select/column-values.ts";
import { buttonClass } from "../ui/button.tsx";
import { PopoverButton } from "../ui/popover.tsx";
import type { Density } from "../view-state/view-state.ts";

const ColumnsPanel = lazy(async () => ({ default: (await import("./columns-panel.tsx")).ColumnsPanel }));

export interface ColumnsMenuProps {
  /** Visible columns in order. */
  readonly columns: readonly ColumnId[];
  /** Columns that can hold a value for the types asked for; all when absent. */
  readonly offered?: readonly ColumnId[];
  readonly context: SelectContext;
  /** Undefined means back to the view's own columns. */
  readonly onChange: (columns: readonly ColumnId[] | undefined) => void;
  /** Whether the columns are the view's own, so that there is nothing to reset. */
  readonly isOwn: boolean;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly announce?: (text: string) => void;
}

/** The button `Columns` and its panel: which columns are shown, in which order, and how close the rows stand. */
export function ColumnsMenu(props: ColumnsMenuProps): ReactNode {
  return (
    <PopoverButton
      label="Columns"
      placement="below-end"
      className={buttonClass()}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={() => (
        <Suspense fallback={<div className="h-[480px]" />}>
          <ColumnsPanel {...props} />
        </Suspense>
      )}
    >
      <Columns3 aria-hidden="true" className="size-3.5" />
      Columns
    </PopoverButton>
  );
}
