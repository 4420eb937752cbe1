// Reserves the space, so that the list does not move.
import type { ReactNode } from "react";

/** On a phone, swiped one card at a time. */
export const answerClass =
  "grid h-[180px] grid-cols-3 gap-3 px-6 pb-[18px] max-md:flex max-md:h-[262px] max-md:snap-x max-md:snap-mandatory max-md:overflow-x-auto max-md:px-4 max-md:pb-2 max-md:[scrollbar-width:none]";

export const cardClass =
  "relative flex min-w-0 flex-col rounded-[10px] border border-line2 bg-surface pt-3 pr-3.5 pb-2 pl-4 max-md:w-[318px] max-md:shrink-0 max-md:snap-center";

export function AnswerFrame(): ReactNode {
  return (
    <div aria-hidden="true" className="shrink-0 bg-canvas max-md:pb-5 print:hidden">
      <div className={answerClass}>
        {["highest", "steadiest", "largest"].map((id) => (
          <div key={id} className={cardClass} />
        ))}
      </div>
    </div>
  );
}
