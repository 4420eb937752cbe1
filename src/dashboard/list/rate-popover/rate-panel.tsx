// A tooltip shows four lines; a press shows everything. On phones it is a sheet.
import type { ReactNode } from "react";
import { marketName } from "../../../domain/market/market-text.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { ApyPopover, type ApyPopoverProps } from "./apy-popover.tsx";
import { hoverLines, rateFacts, rateName } from "./rate-facts.ts";

interface RatePanelProps extends ApyPopoverProps {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

export function RatePanel({ anchor, onClose, ...popover }: RatePanelProps): ReactNode {
  const phone = useIsPhone();
  const { row, side } = popover;
  const label = `${rateName(row, side)} of ${marketName(row)}`;
  return phone ? (
    <Dialog shape="sheet" title={label} onClose={onClose}>
      <div className="-mx-4 -my-3">
        <ApyPopover {...popover} />
      </div>
    </Dialog>
  ) : (
    <Popover anchor={anchor} label={label} onClose={onClose} className="w-[404px] max-w-[calc(100vw-16px)]">
      <ApyPopover {...popover} />
    </Popover>
  );
}

export function RateLines({
  row,
  side,
  context,
}: Pick<ApyPopoverProps, "row" | "side" | "context">): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
      {hoverLines(rateFacts(row, side, context.record)).map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="text-text2">{name}</dt>
          <dd className="text-right font-medium whitespace-nowrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
