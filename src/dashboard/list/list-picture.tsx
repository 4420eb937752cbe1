// What of the list is the same whoever looks and whatever is known: where its parts will stand, and what is being read. The build
// draws it into index.html under the header, and public/theme.js lets it be seen where the list is. Nothing in it is read out.
import type { ReactNode } from "react";
import { viewIds } from "../view-state/view-state.ts";
import { views } from "../view-state/views.ts";

const box = "rounded-control border border-line2";
const tabs = ["all", ...viewIds.filter((id) => id !== "all")] as const;
/** The stand-ins of rows fade towards the end. Classes, since the policy of the page allows no style in its text. */
const fading = ["", "opacity-80", "opacity-65", "opacity-50", "opacity-35", "opacity-20"] as const;

/** The list before the program: no control of it works, and everything of it goes when the program draws. */
export function ListPicture(): ReactNode {
  return (
    <div aria-hidden="true" className="hidden in-data-[at=list]:block print:hidden!">
      {/* Where the strip of the demo has a line of its own. */}
      <div className="hidden h-7 border-b border-info-line bg-info-bg pointer-coarse:h-[45px] low:h-7 md:max-xl:in-data-[source=demo]:block" />
      <div className="flex overflow-hidden max-md:min-h-dvh md:h-[calc(100dvh-45px)] md:max-xl:in-data-[source=demo]:h-[calc(100dvh-73px)]">
        <div className="w-56 shrink-0 border-r border-line2 bg-canvas max-md:hidden" />
        <div className="min-w-0 flex-1 bg-surface">
          <div className="flex h-14 items-center gap-2.5 border-b border-line px-4 max-md:hidden">
            <span className={`h-9 w-60 ${box}`} />
            <span className={`h-9 w-32 ${box}`} />
          </div>
          <div className="flex h-[41px] items-center gap-5 overflow-hidden border-b border-line2 px-4 text-body font-medium text-text2 max-md:h-11 max-md:gap-0 max-md:px-2 pointer-coarse:h-11">
            {tabs.map((id) => (
              <span
                key={id}
                className="shrink-0 max-md:px-2 max-md:text-center max-md:pointer-coarse:min-w-11"
              >
                {views[id].label}
              </span>
            ))}
          </div>
          <div className="flex flex-col gap-2 border-b border-line2 p-2 px-4 md:hidden">
            <div className="flex gap-2">
              <span className={`h-11 flex-1 ${box}`} />
              <span className={`h-11 flex-1 ${box}`} />
              <span className={`size-11 ${box}`} />
            </div>
            <div className="flex gap-2 low:hidden">
              <span className={`h-11 w-[93px] ${box}`} />
              <span className={`h-11 flex-1 ${box}`} />
              <span className={`size-11 ${box}`} />
            </div>
          </div>
          <div className="px-4 py-6">
            <p className="text-title font-semibold text-text">DeFi yields on Solana</p>
            <p className="max-w-[640px] pt-1 text-[15px] leading-6 text-text2">
              Lending, yield, loop, perpetual and prediction markets side by side. Loading their rates…
            </p>
          </div>
          {fading.map((opacity) => (
            <div
              key={opacity}
              className={`flex h-10 items-center gap-2.5 border-t border-line px-4 ${opacity}`}
            >
              <span className="size-[26px] rounded-full bg-track" />
              <span className="h-2 w-28 rounded-full bg-track" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
