import type { ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import { loopNetApy } from "../../../finance/debt/loop.ts";
import { formatMultiple, formatPoints, inWords } from "../../../domain/format/number.ts";
import { Curve } from "../../charts/curve.tsx";
import type { LoopInputs } from "./loop-inputs.ts";

/** How much the borrow rate may rise. SOL's has risen by 7 points within days. */
export const stresses = [0.005, 0.02, 0.05] as const;
const stress = stresses[1];

type LoopCurveProps = Pick<LoopInputs, "supplyApy" | "borrowApy" | "leverage" | "limit">;

export function LoopCurve({ supplyApy, borrowApy, leverage, limit }: LoopCurveProps): ReactNode {
  if (limit === undefined || limit <= 1 || leverage === undefined || borrowApy === undefined) return null;
  const dearer = ratio(borrowApy + stress);
  const start = loopNetApy({ supplyApy, borrowApy, leverage: 1 });
  const end = loopNetApy({ supplyApy, borrowApy, leverage: limit });
  const stressed = loopNetApy({ supplyApy, borrowApy: dearer, leverage: limit });
  if (start === undefined || end === undefined || stressed === undefined) return null;
  return (
    <Curve
      rates={[Math.max(0, start, end, stressed), 0, Math.min(0, start, end, stressed)]}
      marks={[
        { at: 0, text: formatMultiple(1).text },
        { at: 1, text: formatMultiple(limit).text },
      ]}
      chosen={{
        at: (leverage - 1) / (limit - 1),
        rate: loopNetApy({ supplyApy, borrowApy, leverage }),
      }}
      caption={`Net APY by leverage; dashed: borrow rate +${inWords(formatPoints(ratio(stress), "distance"))}`}
    >
      {(point) => (
        <>
          <polyline
            points={`${point(0, start)} ${point(1, stressed)}`}
            className="stroke-text2"
            strokeDasharray="4 3"
          />
          <polyline
            points={`${point(0, start)} ${point(1, end)}`}
            className="stroke-text"
            strokeWidth={1.5}
          />
        </>
      )}
    </Curve>
  );
}
