import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../page/class-names.ts";

type ButtonVariant = "outline" | "primary" | "quiet" | "link";
export type ButtonSize = "small" | "normal" | "large" | "touch";

const variants: Record<ButtonVariant, string> = {
  outline: "border border-line2 bg-surface text-text enabled:hover:bg-hover enabled:active:bg-pressed",
  primary:
    "border border-transparent bg-fill text-white enabled:hover:bg-fill-hover enabled:active:bg-fill-pressed aria-disabled:border-line aria-disabled:bg-transparent!",
  quiet: "border border-transparent text-text2 enabled:hover:bg-hover enabled:active:bg-pressed",
  link: "border border-transparent text-accent enabled:hover:underline",
};

const sizes: Record<ButtonSize, string> = {
  small: "h-[26px] px-2 text-small",
  normal: "h-7 px-2.5 text-small pointer-coarse:min-h-11 pointer-coarse:min-w-11",
  large: "h-8 px-3 text-body pointer-coarse:min-h-11 pointer-coarse:min-w-11",
  touch: "h-11 px-4 text-[14px] leading-5",
};

/** For icons that set no size themselves. */
const iconSize = "[&>svg:not([class*=size-])]:size-3.5";

/** Links do not match `enabled:`, so their hover classes have no such prefix. */
export function buttonClass(
  variant: ButtonVariant = "outline",
  size: ButtonSize = "normal",
  extra?: string,
): string {
  return classNames(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap transition-colors",
    iconSize,
    "disabled:cursor-default disabled:border-line disabled:bg-transparent disabled:text-text3",
    // "Disabled" by ARIA only, so that it stays focusable.
    "aria-disabled:cursor-default aria-disabled:text-text3",
    sizes[size],
    variants[variant],
    extra,
  );
}

/** For a link or button within a sentence. */
export const inlineLinkClass =
  "inline-flex min-h-6 items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11";

/** For every link that leaves the dashboard: the opened page gets no referrer and no access to this one. */
export const inNewTab = {
  target: "_blank",
  rel: "noopener noreferrer",
  referrerPolicy: "no-referrer",
} as const;

export function linkButtonClass(...options: Parameters<typeof buttonClass>): string {
  return buttonClass(...options).replaceAll("enabled:", "");
}

export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
}

export function Button({
  variant = "outline",
  size = "normal",
  icon,
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button {...rest} type="button" className={buttonClass(variant, size, className)}>
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, icon, className, title, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={title ?? label}
      className={classNames(
        "inline-flex size-7 shrink-0 items-center justify-center rounded-control text-text2 transition-colors",
        "enabled:hover:bg-hover enabled:hover:text-text enabled:active:bg-pressed disabled:cursor-default disabled:text-text3",
        "aria-disabled:cursor-default aria-disabled:text-text3",
        iconSize,
        "pointer-coarse:size-11",
        className,
      )}
    >
      {icon}
    </button>
  );
}
