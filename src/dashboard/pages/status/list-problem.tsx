// What is wrong with a list that can still be read. The strip is docked under the list, so that no row moves when it comes or goes.
import type { ReactNode } from "react";
import type { Fault } from "../../../contract/problems.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { Problem } from "../../ui/marks/problem.tsx";

export function ListProblem({ result }: { readonly result: MarketsResult }): ReactNode {
  const { failedPage, readAt, nextRetryAt, retry, refresh } = result;
  const error = problemOf(result);
  return (
    <Problem
      size="banner"
      error={error}
      readAt={error?.kind === "page-missing" ? undefined : readAt}
      nextRetryAt={nextRetryAt}
      retry={error?.kind === "stale" ? refresh : retry}
      retryLabel={failedPage === undefined ? "Try now" : `Retry page ${failedPage}`}
    />
  );
}

function problemOf({ rows, error, failedPage, stale }: MarketsResult): Fault | undefined {
  if (rows.length === 0) return undefined;
  if (failedPage !== undefined) return { kind: "page-missing", page: failedPage, status: error?.status };
  if (stale) return { kind: "stale" };
  if (error === undefined || error.kind === "offline") return error;
  return { kind: "refresh-failed", message: error.message, status: error.status };
}
