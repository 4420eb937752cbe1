import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { useAnnounce } from "../page/live-region.tsx";
import { IconButton } from "./button.tsx";

interface StarButtonProps {
  readonly name: string;
  readonly on: boolean;
  readonly onToggle: () => void;
}

export function StarButton({ name, on, onToggle }: StarButtonProps): ReactNode {
  const announce = useAnnounce();
  return (
    <IconButton
      label={`Star ${name}`}
      aria-pressed={on}
      title={on ? "Remove star" : "Star"}
      icon={<Star aria-hidden="true" className={on ? "size-4 fill-current text-text" : "size-4"} />}
      onClick={() => {
        onToggle();
        announce(on ? "Star removed." : "Starred.");
      }}
    />
  );
}
