import { Columns3 } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/fields/button.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import type { ColumnsPanelProps } from "./columns-panel.tsx";

const columnsPanel = lazyPart(
  async () => (await import("./columns-panel.tsx")).ColumnsPanel,
  <div className="h-[480px]" />,
);

export type ColumnsMenuProps = ColumnsPanelProps;

/** The button `Columns` and its panel: which columns are shown, in which order, and how close the rows stand. */
export function ColumnsMenu(props: ColumnsMenuProps): ReactNode {
  return (
    <PopoverButton
      label="Columns"
      placement="below-end"
      className={buttonClass()}
      panelClassName="w-[340px] max-w-[calc(100vw-16px)]"
      content={() => <columnsPanel.Part {...props} />}
    >
      <Columns3 aria-hidden="true" className="size-3.5" />
      Columns
    </PopoverButton>
  );
}
