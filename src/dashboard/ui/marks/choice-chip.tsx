import type { ReactNode, Ref } from "react";
import { tipProps } from "../overlay/tooltip.tsx";
import { classNames } from "../page/class-names.ts";

interface ChoiceChipProps {
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly label: string;
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly description?: string;
}

export function ChoiceChip({ label, pressed, onPress, description, ref }: ChoiceChipProps): ReactNode {
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={pressed}
      {...tipProps(description)}
      onClick={onPress}
      // In a line that scrolls, the browser by itself leaves a chip cut off if its edge is in view.
      onFocus={({ target }) => {
        if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
      }}
      className={classNames(
        "inline-flex h-6 items-center justify-center rounded-chip border px-1.5 text-small font-medium transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:rounded-full",
        pressed
          ? "border-accent bg-selected text-text"
          : "border-line2 text-text2 hover:bg-hover active:bg-pressed",
      )}
    >
      {label}
    </button>
  );
}
