// What stands in for a comparison until every picked market has been looked for: the address says how many there are.
import type { ReactNode } from "react";
import { SeriesLetter } from "../../charts/series-letter.tsx";
import { countMarkets } from "../../format/count-markets.ts";
import { compareWidth } from "./compare-table.tsx";

const bar = "inline-block h-2.5 rounded-[5px] bg-track align-middle";
const lines = [0.62, 0.48, 0.7, 0.4, 0.56, 0.66, 0.44, 0.6, 0.5, 0.68, 0.42, 0.58] as const;

/**
 * Columns of the final width, or one card of it on a phone. Facts and their marks come at once when all markets are there: which
 * facts there are, and which of them is best, depends on every market.
 */
export function CompareSkeleton({
  count,
  found,
  isPhone,
}: {
  /** Of the markets that were picked. */
  readonly count: number;
  readonly found: number;
  readonly isPhone: boolean;
}): ReactNode {
  const places = Array.from({ length: count }, (_, index) => index);
  return (
    <>
      <output className="block rounded-panel border border-line2 bg-surface px-4 py-3 text-[17px] leading-7 text-text2">
        {count > found
          ? `Looking for ${countMarkets(count - found)}…`
          : "Reading what the loops are made of…"}
      </output>
      <div aria-hidden="true" className="min-h-dvh">
        {isPhone ? (
          <div className="flex gap-3 overflow-hidden">
            {places.map((index) => (
              <div
                key={index}
                className={`${count === 1 ? "w-full" : "w-[86%]"} shrink-0 rounded-panel border border-line2 bg-surface p-3`}
              >
                <Head index={index} />
                <div className="mt-4 flex flex-col gap-3">
                  {lines.map((width) => (
                    <span key={width} className="flex h-5 items-center justify-between">
                      <span className={`${bar} w-24`} />
                      <span className={bar} style={{ width: `${String(width * 50)}%` }} />
                    </span>
                  ))}
                </div>
              </div>
            ))}
          </div>
        ) : (
          <div className="overflow-hidden rounded-panel border border-line2 bg-surface">
            <div className="flex" style={{ minWidth: compareWidth(count) }}>
              <div className="w-44 shrink-0 border-r border-line px-4 pt-16 max-lg:w-36">
                {lines.map((width) => (
                  <span key={width} className="flex h-8 items-center">
                    <span className={bar} style={{ width: `${String(width * 100)}%` }} />
                  </span>
                ))}
              </div>
              {places.map((index) => (
                <div key={index} className="min-w-0 flex-1 px-3 not-last:border-r not-last:border-r-line">
                  <div className="flex h-16 items-center">
                    <Head index={index} />
                  </div>
                  {lines.map((width) => (
                    <span key={width} className="flex h-8 items-center">
                      <span className={bar} style={{ width: `${String(width * 60)}%` }} />
                    </span>
                  ))}
                </div>
              ))}
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function Head({ index }: { readonly index: number }): ReactNode {
  return (
    <span className="flex w-full items-center gap-2">
      <SeriesLetter index={index} />
      <span className="size-7 shrink-0 rounded-full bg-track" />
      <span className={`${bar} w-32`} />
    </span>
  );
}
