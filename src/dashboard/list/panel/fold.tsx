// What few people need: folded away until asked for or in force.
import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";

export function Fold({
  name,
  inForce,
  children,
}: {
  readonly name: string;
  /** What holds is never out of sight. */
  readonly inForce: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const [unfolded, setUnfolded] = useState(inForce);
  return (
    <details
      open={unfolded || inForce}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
      className="group mt-2"
    >
      <summary className="flex min-h-7 cursor-pointer list-none items-center gap-1 rounded-item text-small text-text2 hover:text-text pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 group-open:rotate-90" />
        {name}
      </summary>
      {children}
    </details>
  );
}
