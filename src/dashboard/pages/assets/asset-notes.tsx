// What is missing of the assets while the rest can be read: the catalogue, some of its pages, or the markets.
import type { ReactNode } from "react";
import type { Catalogue } from "../../queries/assets.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { formatCount } from "../../format/number.ts";
import { Button } from "../../ui/fields/button.tsx";

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
      {error === undefined ? null : (
        <Note onRetry={retry}>
          {assets.length === 0
            ? `The catalogue of tokens could not be loaded: ${error.message} These are the tokens that markets name, at the price of their deposits.`
            : `Page ${formatCount(error.page).text} of the catalogue of tokens did not arrive: ${error.message} Tokens after it have no name and no tags here, but a search asks the service for them.`}
        </Note>
      )}
      {error === undefined && cut ? (
        <p className="text-small text-text2">
          The catalogue goes on after {formatCount(assets.length).text} tokens; a search asks the service for
          the rest.
        </p>
      ) : null}
      {result.phase === "failed" && assets.length > 0 ? (
        <Note onRetry={result.retry}>
          The markets could not be loaded: {result.error?.message} These are the tokens of the catalogue,
          without rates and deposits.
        </Note>
      ) : null}
    </>
  );
}

function Note({
  onRetry,
  children,
}: {
  readonly onRetry: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-panel border border-danger-line bg-danger-bg px-3 py-2 text-small text-text2"
    >
      <p className="min-w-0 flex-1 basis-60">{children}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
