import type { ReactNode } from "react";
import { formatCount } from "../../../domain/format/number.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import type { Assets } from "./use-assets.ts";

export function AssetNotes({ catalogue, result }: Pick<Assets, "catalogue" | "result">): ReactNode {
  const { assets, error, cut, retry } = catalogue;
  return (
    <>
      <Problem
        size="part"
        title={
          assets.length === 0
            ? "The token catalog could not be loaded"
            : `Page ${String(error?.page)} of the token catalog could not be loaded`
        }
        error={error}
        retry={retry}
      >
        {assets.length > 0
          ? "Tokens on later pages have no name or tags here. Search finds them."
          : result.rows.length === 0
            ? null
            : "Showing the tokens of loaded markets, at prices implied by deposits."}
      </Problem>
      {error === undefined && cut ? (
        <p className="text-small text-text2">
          These are the first {formatCount(assets.length).text} tokens. Search finds the rest.
        </p>
      ) : null}
      {result.phase === "failed" && assets.length > 0 ? (
        <Problem
          size="part"
          title="The markets could not be loaded"
          error={result.error}
          retry={result.retry}
        >
          Showing the token catalog without rates and deposits.
        </Problem>
      ) : null}
    </>
  );
}
