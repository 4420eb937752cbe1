// Four lines on hover, everything on press; a sheet on phones.
import type { PointerEventHandler, ReactNode } from "react";
import type { RateSide } from "../market-list.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { Popover } from "../../ui/overlay/popover.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { ApyPopover, type ApyPopoverProps } from "./apy-popover.tsx";
import { hoverLines, rateFacts } from "./rate-facts.ts";

export interface OpenedRate {
  readonly anchor: HTMLElement;
  readonly id: string;
  readonly side: RateSide;
  readonly pinned: boolean;
}

interface RatePanelProps extends ApyPopoverProps, OpenedRate {
  readonly onClose: () => void;
  readonly onPointerEnter: PointerEventHandler;
  readonly onPointerLeave: PointerEventHandler;
}

export function RatePanel({
  anchor,
  pinned,
  onClose,
  onPointerEnter,
  onPointerLeave,
  ...popover
}: RatePanelProps): ReactNode {
  const phone = useIsPhone();
  const { row, side } = popover;
  const label = `${side === "deposit" ? "Deposit APY" : "Borrow APY"} of ${marketName(row)}`;
  if (pinned && phone)
    return (
      <Dialog shape="sheet" title={label} onClose={onClose}>
        <div className="-mx-4 -my-3">
          <ApyPopover {...popover} />
        </div>
      </Dialog>
    );
  return (
    <Popover
      anchor={anchor}
      label={label}
      onClose={onClose}
      takesFocus={pinned}
      placement={pinned ? "below-start" : "beside"}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className={pinned ? "w-[404px] max-w-[calc(100vw-16px)]" : "max-w-[calc(100vw-16px)]"}
    >
      {pinned ? (
        <ApyPopover {...popover} />
      ) : (
        <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5 px-3 py-2 text-small">
          {hoverLines(rateFacts(row, side, popover.context.record)).map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-text2">{name}</dt>
              <dd className="text-right font-medium whitespace-nowrap">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Popover>
  );
}
