import { Check, Copy, Link2 } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { copyText } from "./copy-text.ts";
import { useAnnounce } from "../page/live-region.tsx";

interface CopyButtonProps extends Omit<ButtonProps, "onClick" | "children"> {
  readonly label: string;
  readonly text: () => string;
  readonly what: string;
  readonly iconOnly?: boolean;
}

type Outcome = "idle" | "copied" | "failed";

/** Shows the confirmation only if it is not longer than the label, so that the width stays the same. */
export function CopyButton({
  label,
  text,
  what,
  icon,
  iconOnly = false,
  ...button
}: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<Outcome>("idle");
  const announce = useAnnounce();
  useEffect(() => {
    if (outcome === "idle") return undefined;
    const timer = setTimeout(() => setOutcome("idle"), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    setOutcome((await copyText(text(), what, announce)) ? "copied" : "failed");
  };
  return (
    <Button
      {...button}
      icon={outcome === "copied" ? <Check /> : (icon ?? <Copy />)}
      onClick={() => void copy()}
    >
      <span className={iconOnly ? "sr-only" : "grid"}>
        <span
          className={outcome === "idle" ? "col-start-1 row-start-1" : "invisible col-start-1 row-start-1"}
        >
          {label}
        </span>
        {outcome === "idle" ? null : (
          <span aria-hidden="true" className="col-start-1 row-start-1">
            {outcome === "copied" ? "Copied" : "Failed"}
          </span>
        )}
      </span>
    </Button>
  );
}

export function CopyLink(props: Pick<ButtonProps, "size">): ReactNode {
  return (
    <CopyButton {...props} label="Copy link" what="Link" icon={<Link2 />} text={() => window.location.href} />
  );
}
