import type { ReactNode } from "react";
import type { Fault } from "../../../contract/problems.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { classNames } from "../../ui/page/class-names.ts";

export function ListProblem({
  result,
  className,
}: {
  readonly result: MarketsResult;
  readonly className?: string;
}): ReactNode {
  const { failedPage, readAt, nextRetryAt, retry, refresh } = result;
  const error = listFault(result);
  return (
    <div className={classNames("sticky bottom-0 z-20 mt-auto", className)}>
      <Problem
        size="banner"
        error={error}
        readAt={error?.kind === "page-missing" ? undefined : readAt}
        nextRetryAt={nextRetryAt}
        retry={error?.kind === "stale" ? refresh : retry}
        retryLabel={failedPage === undefined ? "Try now" : `Retry page ${failedPage}`}
      />
    </div>
  );
}

function listFault({ rows, error, failedPage, stale }: MarketsResult): Fault | undefined {
  if (rows.length === 0) return undefined;
  if (failedPage !== undefined) return { kind: "page-missing", page: failedPage, status: error?.status };
  if (error === undefined) return stale ? { kind: "stale" } : undefined;
  if (error.kind === "offline") return error;
  return { kind: "refresh-failed", message: error.message, status: error.status };
}
