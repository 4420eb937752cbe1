import { X } from "lucide-react";
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { IconButton } from "../fields/button.tsx";
import { classNames } from "../page/class-names.ts";
import { useCloseOnBack } from "./close-on-back.ts";

export function Dialog({
  title,
  onClose,
  children,
  aside,
  footer,
  shape = "dialog",
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
  readonly footer?: ReactNode;
  readonly shape?: "dialog" | "sheet";
}): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useCloseOnBack(onClose);
  // Close it before it is removed, because a removed dialog cannot restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null || dialog.open) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    // The content fills the dialog, so a press on the dialog itself is a press on its backdrop.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      className={classNames(
        "border-0 bg-raised p-0 whitespace-normal text-text shadow-float backdrop:bg-black/55",
        shape === "sheet"
          ? "mx-0 mt-auto mb-0 h-[92dvh] max-h-none w-full max-w-none rounded-t-sheet [@media(max-height:480px)]:h-dvh"
          : "m-auto max-h-[88dvh] w-[min(560px,calc(100vw-32px))] rounded-panel",
      )}
    >
      <div className={classNames("flex flex-col", shape === "sheet" ? "h-full" : "max-h-[88dvh]")}>
        <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-2">
          <h2 id={id} className="text-[15px] leading-6 font-semibold">
            {title}
          </h2>
          <div className="flex min-w-0 flex-1 items-center gap-2">{aside}</div>
          <IconButton label="Close" onClick={onClose} icon={<X className="size-4" />} />
        </div>
        {/* Focusable, so that the keyboard can scroll it. */}
        <div
          tabIndex={0}
          className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2"
        >
          {children}
        </div>
        {footer === undefined ? null : (
          // Hidden while the user types on a phone, to leave the height to the field and its list.
          <div className="shrink-0 border-t border-line px-4 py-3 pb-[max(12px,env(safe-area-inset-bottom))] typing:hidden [@media(max-height:480px)]:py-1.5">
            {footer}
          </div>
        )}
      </div>
    </dialog>
  );
}
