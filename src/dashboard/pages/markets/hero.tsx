import { useMemo, useState, type ReactNode } from "react";
import { shortAddress } from "../../../contract/names/market-names.ts";
import { tokenAmount } from "../../../contract/units.ts";
import { formatTokens } from "../../../domain/format/flow.ts";
import { inWords } from "../../../domain/format/number.ts";
import { familySymbol, isStable, nameAssets } from "../../../domain/market/asset-families.ts";
import { toTokenIcon } from "../../../domain/market/market-text.ts";
import { foldText } from "../../../domain/search-words.ts";
import { familyOptions, useAssetSearch } from "../../list/panel/use-asset-search.ts";
import { holdingId } from "../../list/toolbar/focus-search.ts";
import { HeroSizeField } from "../../list/toolbar/toolbar.tsx";
import { isRefined, presetName, refinements, toggleRefinement } from "../../select/preset-views.ts";
import { depositTokens, type LoanToken } from "../../select/whole-list/loan-tokens.ts";
import { SearchSelect } from "../../ui/fields/search/search-select.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { tipProps } from "../../ui/overlay/tooltip.tsx";
import { setViewState } from "../../view-state/use-view-state.ts";
import { useListContext } from "./list-context.ts";

/** If the sentence does not fit next to the fields, they get their own line. */
export function HeroBand({
  label,
  sentence,
  below,
  hasTwoRows = false,
  wraps = false,
  children,
}: {
  readonly label: string;
  readonly sentence: string;
  readonly below?: ReactNode;
  /** On a phone, the fields take two rows and the sentence is hidden, so that the tabs stay in place. */
  readonly hasTwoRows?: boolean;
  /** On a tablet, too, the fields take two rows. */
  readonly wraps?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section
      id={holdingId}
      aria-label={label}
      className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 bg-canvas px-4 pt-2.5 pb-3 md:min-h-[90px] md:px-6 print:hidden"
    >
      <div
        className={classNames(
          "min-w-0 grow min-[1200px]:basis-0",
          hasTwoRows ? "max-md:grow-0 md:max-[1199.98px]:basis-full" : "max-[1199.98px]:basis-full",
        )}
      >
        <p
          className={classNames(
            "text-[20px]/[25px] font-semibold tracking-[-0.022em] min-[1400px]:text-[22px]/7",
            hasTwoRows ? "line-clamp-2 max-md:sr-only" : "low:max-md:hidden max-md:min-h-[58px]",
          )}
        >
          {sentence}
        </p>
        {below}
      </div>
      <div
        className={classNames(
          "field-line flex min-w-0 gap-2.5 max-md:w-full max-md:flex-wrap",
          wraps && "max-[1199.98px]:flex-wrap",
        )}
      >
        {children}
      </div>
    </section>
  );
}

export function TokenSearch({
  label,
  tokens,
  except,
  families = false,
  values,
  onValue,
}: {
  readonly label: string;
  readonly tokens: readonly LoanToken[];
  /** Not offered: no token is lent against itself. */
  readonly except?: string | undefined;
  readonly families?: boolean;
  /** Mints and families. Only the filters can select several. */
  readonly values: readonly string[];
  readonly onValue: (value: string | undefined) => void;
}): ReactNode {
  const options = useMemo(
    () => [
      ...(families ? familyOptions : []),
      ...tokens
        .filter(({ mint }) => mint !== except)
        .map(({ mint, name }) => ({
          value: mint,
          label: name,
          detail: shortAddress(mint),
          searchText: foldText(`${name} ${mint}`),
        })),
    ],
    [tokens, except, families],
  );
  const search = useAssetSearch(options);
  const [only] = values;
  const chosen = values.length === 1 ? tokens.find(({ mint }) => mint === only) : undefined;
  // Finds names of selected tokens before their markets load.
  const nameOf = (mint: string): string =>
    tokens.find((token) => token.mint === mint)?.name ?? familySymbol(mint) ?? shortAddress(mint);
  return (
    <SearchSelect
      label={label}
      none="Any token"
      value={values.join()}
      text={nameAssets(values, nameOf).join(", ")}
      icon={chosen === undefined ? undefined : toTokenIcon(chosen.token)}
      onValue={(value) => onValue(value === "" ? undefined : value)}
      {...search}
    />
  );
}

function HeldToken(): ReactNode {
  const { state, result } = useListContext();
  const loaded = useMemo(() => depositTokens(result.rows), [result.rows]);
  // Kept from an earlier list, because a list of one token contains no others.
  const [tokens, setTokens] = useState(loaded);
  if (loaded.length > tokens.length) setTokens(loaded);
  return (
    <TokenSearch
      label="I hold"
      tokens={tokens}
      families
      values={state.assets}
      onValue={(chosen) => setViewState({ assets: chosen === undefined ? [] : [chosen] })}
    />
  );
}

function HeroSize(): ReactNode {
  const { state, selection, result } = useListContext();
  const { size, assets } = state;
  const [mint] = assets.length === 1 ? assets : [];
  const price = mint === undefined ? undefined : selection.context.prices?.byMint.get(mint)?.median;
  const symbol = mint && result.rows.find(({ tokens }) => tokens[0]?.address === mint)?.tokens[0]?.symbol;
  const amount =
    size === undefined || size <= 0 || price === undefined || isStable(mint)
      ? undefined
      : tokenAmount(size / price);
  return (
    <HeroSizeField
      value={size}
      inTokens={amount === undefined ? undefined : `≈ ${inWords(formatTokens(amount, symbol))}`}
      onValue={(next) => setViewState({ size: next }, "replace")}
    />
  );
}

export function Hero(): ReactNode {
  const { state } = useListContext();
  return (
    <HeroBand
      label="What I hold"
      sentence={
        state.view === "loop"
          ? "Loops borrow to deposit more: higher yield, with liquidation risk."
          : "Compare what Solana markets really pay, at your size."
      }
      below={state.view === "loop" ? null : <Refine />}
    >
      <HeldToken />
      <HeroSize />
    </HeroBand>
  );
}

function Refine(): ReactNode {
  const { state } = useListContext();
  return (
    <fieldset aria-label="Refine" className="mt-2 flex items-center gap-1.5 max-lg:hidden">
      <span aria-hidden="true" className="pr-1 text-small text-text3">
        Refine
      </span>
      {refinements.map((refinement) => (
        <button
          key={refinement.name}
          type="button"
          {...tipProps(refinement.help)}
          aria-pressed={isRefined(refinement, state)}
          // A second press removes the refinement.
          onClick={() => setViewState((now) => toggleRefinement(refinement, now))}
          className="inline-flex h-[26px] items-center rounded-full border border-line2 bg-surface px-3 text-small font-medium whitespace-nowrap text-text2 hover:bg-hover hover:text-text aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:text-text pointer-coarse:h-11"
        >
          {presetName(refinement, state)}
        </button>
      ))}
    </fieldset>
  );
}
