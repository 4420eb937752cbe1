import type { ReactNode } from "react";
import type { Catalogue } from "../../queries/catalogue/catalogue.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { Problem } from "../../ui/marks/problem.tsx";

export function AssetNotes({
  catalogue,
  result,
}: {
  readonly catalogue: Catalogue;
  readonly result: MarketsResult;
}): ReactNode {
  const { assets, error, cut, retry } = catalogue;
  return (
    <>
      <Problem
        size="part"
        title={
          assets.length === 0
            ? "The catalogue of tokens could not be loaded"
            : `Page ${String(error?.page)} of the catalogue of tokens did not arrive`
        }
        error={error}
        retry={retry}
      >
        {assets.length === 0
          ? "These are the tokens that markets name, at the price of their deposits."
          : "Tokens after it have no name and no tags here, but a search asks the service for them."}
      </Problem>
      {error === undefined && cut ? (
        <p className="text-small text-text2">
          The catalogue goes on after {formatCount(assets.length).text} tokens; a search asks the service for
          the rest.
        </p>
      ) : null}
      {result.phase === "failed" && assets.length > 0 ? (
        <Problem
          size="part"
          title="The markets could not be loaded"
          error={result.error}
          retry={result.retry}
        >
          These are the tokens of the catalogue, without rates and deposits.
        </Problem>
      ) : null}
    </>
  );
}
