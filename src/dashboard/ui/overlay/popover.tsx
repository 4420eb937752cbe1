import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { useCloseOnBack } from "./close-on-back.ts";
import { Floating, type Placement } from "./floating.tsx";

export const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

interface PopoverProps {
  readonly id?: string;
  readonly anchor: HTMLElement;
  readonly role?: "dialog" | "menu";
  readonly label: string;
  readonly onClose: () => void;
  readonly placement?: Placement;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Escape, and Tab past either end, return the focus to the anchor. */
export function Popover({
  anchor,
  // Not a <dialog>: browsers hide it unless it is opened, and then it can make the page behind inert.
  role = "dialog",
  label,
  onClose,
  placement = "below-start",
  className = "",
  children,
  ...rest
}: PopoverProps): ReactNode {
  const panel = useRef<HTMLDivElement | null>(null);

  useLayoutEffect(() => {
    panel.current?.focus({ preventScroll: true });
  }, []);

  const finish = (): void => {
    anchor.focus({ preventScroll: true });
    onClose();
  };
  useCloseOnBack(finish);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key !== "Tab" || panel.current === null) return;
    const stops = [...panel.current.querySelectorAll<HTMLElement>(focusable)].filter(
      ({ tabIndex }) => tabIndex === 0,
    );
    const active = document.activeElement;
    const end = event.shiftKey ? stops[0] : stops.at(-1);
    if (end === undefined || active === end || (event.shiftKey && active === panel.current)) {
      event.preventDefault();
      finish();
    }
  };

  return (
    <Floating
      {...rest}
      anchor={anchor}
      placement={placement}
      onClose={(reason) => (reason === "escape" ? finish() : onClose())}
      panelRef={panel}
      consumesOutsidePress
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={`rounded-panel bg-raised shadow-float focus:outline-none forced-colors:border ${className}`}
    >
      {children}
    </Floating>
  );
}

export function PopoverButton({
  ref,
  content,
  className,
  panelClassName = "",
  children,
  ...panel
}: Pick<PopoverProps, "label" | "placement" | "className" | "children"> & {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly content: (close: () => void) => ReactNode;
  readonly panelClassName?: string;
}): ReactNode {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | undefined>(undefined);
  const close = (): void => setAnchor(undefined);
  return (
    <>
      <button
        ref={ref}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        aria-controls={anchor === undefined ? undefined : id}
        onClick={({ currentTarget }) => setAnchor(anchor === undefined ? currentTarget : undefined)}
      >
        {children}
      </button>
      {anchor === undefined ? null : (
        <Popover {...panel} id={id} anchor={anchor} onClose={close} className={panelClassName}>
          {content(() => {
            anchor.focus({ preventScroll: true });
            close();
          })}
        </Popover>
      )}
    </>
  );
}
