import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { inNewTab } from "../fields/button.tsx";
import { Popover } from "./popover.tsx";

interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly name?: string;
  readonly icon?: ReactNode;
  /** A link's host, or why the item is disabled. Screen readers read it after the label. */
  readonly hint?: string;
  readonly current?: boolean;
  readonly hasSeparator?: boolean;
}

/** Links are real links. Disabled items stay focusable, so that their reason can be read. */
export type MenuItem =
  | (MenuEntry & { readonly href: string })
  | (MenuEntry & { readonly onSelect: () => void })
  | (MenuEntry & { readonly disabled: true; readonly hint: string });

const itemClass =
  "flex min-h-[30px] w-full items-center gap-2 rounded-item border border-transparent px-2.5 text-left text-small text-text -outline-offset-2 hover:border-line2 hover:bg-hover focus:bg-hover active:bg-pressed aria-disabled:cursor-default aria-disabled:text-text3 aria-disabled:hover:bg-transparent aria-[current]:bg-selected aria-[current]:font-semibold pointer-coarse:min-h-11";

interface PanelProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly from: "first" | "last";
  readonly onClose: () => void;
}

export function MenuPanel({ items, from, ...panel }: PanelProps): ReactNode {
  const { anchor, onClose } = panel;
  const menu = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const all = itemsOf(menu.current);
    (from === "first" ? all[0] : all.at(-1))?.focus({ preventScroll: true });
  }, [from]);

  const leave = (): void => {
    anchor.focus({ preventScroll: true });
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event;
    // The popover handles these.
    if (key === "Escape" || key === "Tab") return;
    // Keys must not reach the list behind the menu.
    event.stopPropagation();
    // Space activates a link, too: menu items behave alike.
    if (key === " " && target instanceof HTMLAnchorElement) {
      event.preventDefault();
      target.click();
    }
    const next = itemAfter(event, itemsOf(menu.current));
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <Popover {...panel} role="menu" placement="below-end" className="w-[216px] py-1.5">
      <div ref={menu} role="none" onKeyDown={onKeyDown}>
        {items.map((item) => {
          const content = (
            <>
              <span className="min-w-0 flex-1 py-1">
                {item.label}
                {item.hint === undefined ? null : (
                  <>
                    {/* The space separates the two for screen readers. */}{" "}
                    <span className="block [overflow-wrap:anywhere] text-tiny text-text3">{item.hint}</span>
                  </>
                )}
              </span>
              {item.icon === undefined ? null : (
                <span aria-hidden="true" className="shrink-0 text-text3 [&_svg]:size-3.5">
                  {item.icon}
                </span>
              )}
            </>
          );
          return (
            <div key={item.key} role="none" className="px-1.5">
              {item.hasSeparator === true ? <hr className="-mx-1.5 my-1.5 border-line2" /> : null}
              {"href" in item ? (
                <a
                  role="menuitem"
                  tabIndex={-1}
                  href={item.href}
                  aria-label={item.name}
                  {...inNewTab}
                  onClick={() => leave()}
                  className={itemClass}
                >
                  {content}
                </a>
              ) : (
                <button
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  aria-label={item.name}
                  aria-current={item.current === true ? "page" : undefined}
                  aria-disabled={"disabled" in item ? true : undefined}
                  onClick={() => {
                    if ("disabled" in item) return;
                    leave();
                    item.onSelect();
                  }}
                  className={itemClass}
                >
                  {content}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </Popover>
  );
}

function itemsOf(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

/** The item to which an arrow key, Home, End or a first letter leads. */
function itemAfter(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: readonly HTMLElement[],
): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  const steps = new Map([
    ["ArrowDown", items[(at + 1) % items.length]],
    ["ArrowUp", items.at(at <= 0 ? -1 : at - 1)],
    ["Home", items[0]],
    ["End", items.at(-1)],
  ]);
  if (key.length > 1 || ctrlKey || metaKey || altKey) return steps.get(key);
  const later = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return later.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()));
}

interface MenuProps extends Pick<PanelProps, "label" | "items"> {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Arrow keys, Home, End and first letters move. Escape, Tab and selecting close the menu and return the focus. */
export function Menu({ className, children, ...panel }: MenuProps): ReactNode {
  const id = useId();
  const [open, setOpen] = useState<Pick<PanelProps, "anchor" | "from">>();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={panel.label}
        aria-haspopup="menu"
        aria-expanded={open !== undefined}
        aria-controls={open === undefined ? undefined : id}
        onClick={({ currentTarget }) =>
          setOpen(open === undefined ? { anchor: currentTarget, from: "first" } : undefined)
        }
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          event.stopPropagation();
          setOpen({ anchor: event.currentTarget, from: event.key === "ArrowDown" ? "first" : "last" });
        }}
      >
        {children}
      </button>
      {open === undefined ? null : (
        <MenuPanel {...panel} {...open} id={id} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
