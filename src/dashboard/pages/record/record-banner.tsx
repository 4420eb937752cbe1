import type { ReactNode } from "react";
import { problems } from "../../../contract/problems.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import type { RecordResponse } from "../../queries/record-summary.ts";

export function RecordBanner({ record }: { readonly record: RecordResponse<unknown> }): ReactNode {
  return (
    <Problem size="banner" title={problems["record-unavailable"].title} {...record}>
      Flows, ages and averages recorded here are missing.
    </Problem>
  );
}
