import type { ReactNode } from "react";
import { problems } from "../../../contract/problems.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import type { RecordReading } from "./use-record-figures.ts";

export function RecordBanner({ record }: { readonly record: RecordReading }): ReactNode {
  return (
    <Problem size="banner" title={problems["record-unavailable"].title} {...record}>
      Flows, ages and averages recorded here are missing.
    </Problem>
  );
}
