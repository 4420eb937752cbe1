// Reserves the space of the answer, so that the list does not move.
import type { ReactNode } from "react";

/** The lines of cards side by side are level. If three cards do not fit, the user swipes through them. */
export const answerClass =
  "grid min-h-[180px] grid-cols-3 grid-rows-[auto_auto_1fr] gap-x-3 px-6 pb-[18px] max-[1199.98px]:flex max-[1199.98px]:min-h-[262px] max-[1199.98px]:snap-x max-[1199.98px]:snap-mandatory max-[1199.98px]:overflow-x-auto max-[1199.98px]:px-4 max-[1199.98px]:pb-2 max-[1199.98px]:[scrollbar-width:none]";

export const cardClass =
  "relative row-span-3 grid min-w-0 grid-rows-subgrid max-[1199.98px]:wrap-anywhere rounded-[10px] border border-line2 bg-surface pt-3 pr-3.5 pb-2 pl-4 max-[1199.98px]:flex max-[1199.98px]:w-[min(318px,100%)] max-[1199.98px]:flex-col max-[1199.98px]:shrink-0 max-[1199.98px]:snap-center";

export function AnswerFrame(): ReactNode {
  return (
    <div aria-hidden="true" className="shrink-0 bg-canvas max-[1199.98px]:pb-5 print:hidden">
      <div className={answerClass}>
        {["highest", "steadiest", "largest"].map((id) => (
          <div key={id} className={cardClass} />
        ))}
      </div>
    </div>
  );
}
