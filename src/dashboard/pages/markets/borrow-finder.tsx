import { ArrowLeftRight } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, type ReactNode } from "react";
import { tokenAmount, type TokenAmount } from "../../../contract/units.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import { formatShare } from "../../../domain/format/number.ts";
import { formatTokenPrice } from "../../../domain/format/token-price.ts";
import { significant, wholeUsd } from "../../../domain/format/significant.ts";
import { judgeCollateral } from "../../../domain/market/assess/loan.ts";
import { loanTerms } from "../../../domain/market/loan-terms.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { lendsTooLittle } from "../../../domain/market/row-values.ts";
import { LimitShare } from "../../calculators/calculator-fields.tsx";
import { HeroSizeField } from "../../list/toolbar/toolbar.tsx";
import { loanTokens } from "../../select/whole-list/loan-tokens.ts";
import type { Selection } from "../../select/select.ts";
import { Button, IconButton } from "../../ui/fields/button.tsx";
import { TokenField } from "../../ui/fields/text-field.tsx";
import { HeroBand, TokenSearch } from "./hero.tsx";
import { useLendingMarkets } from "../../queries/markets/use-markets.ts";
import { setViewState } from "../../view-state/use-view-state.ts";
import { useListContext } from "./list-context.ts";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const jitoSol = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
const cbBtc = "cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij";

const starts = [
  { label: "Stables", name: "Borrow stablecoins", asset: "stables", collateral: undefined },
  { label: "SOL → USDC", name: "Have SOL, need USDC", asset: usdc, collateral: solMint },
  { label: "JitoSOL → SOL", name: "Have JitoSOL, need SOL", asset: solMint, collateral: jitoSol },
  { label: "cbBTC → USDC", name: "Have cbBTC, need USDC", asset: usdc, collateral: cbBtc },
] as const;

/** Entering the collateral estimates the loan, and vice versa. */
export function BorrowFinder(): ReactNode {
  const { state, selection, result } = useListContext();
  const { assets, collateral, size, collateralAmount } = state;
  const { rows } = useLendingMarkets(true);
  const { collaterals, debts } = useMemo(() => loanTokens(rows), [rows]);
  const [need] = assets;
  const single = assets.length === 1 ? need : undefined;
  const best = useMemo(() => bestTerms(selection, collateralAmount), [selection, collateralAmount]);
  const has = collaterals.find(({ mint }) => mint === collateral)?.name;
  const needs = debts.find(({ mint }) => mint === single)?.name;
  const estimate =
    size === undefined || best === undefined
      ? undefined
      : tokenAmount(significant(size / best.ltv / best.price, 4));
  const setCollateral = (amount: TokenAmount | undefined): void => {
    const terms = amount === undefined ? undefined : bestTerms(selection, amount);
    setViewState({ collateralAmount: amount, size: terms === undefined ? size : terms.loan }, "replace");
  };
  const fillLoan = useEffectEvent(() => {
    if (collateralAmount !== undefined) setCollateral(collateralAmount);
  });
  // The amount may come from a link or a market's page, or be entered before the terms are known.
  const hasTerms = best !== undefined && result.phase === "complete";
  useEffect(() => {
    if (hasTerms) fillLoan();
  }, [hasTerms]);
  const canSwap = collateral !== undefined && collaterals.some(({ mint }) => mint === single);
  // Beside all fields there is no room for more.
  const unnamed = canSwap ? "Find a loan" : "What borrowing really costs.";
  return (
    <>
      <HeroBand
        label="Find a loan"
        sentence={has === undefined || needs === undefined ? unnamed : `Borrow ${needs} against ${has}`}
        hasTwoRows
        wraps={collateral !== undefined}
        below={
          single !== undefined && single === collateral ? (
            <p className="mt-1 text-small text-text2">A token can't be borrowed against itself.</p>
          ) : collateral === undefined ? (
            <Starts />
          ) : (
            <p className="mt-1 truncate text-small text-text2 max-[1399.98px]:hidden">
              The other amount is estimated at the highest LTV.
            </p>
          )
        }
      >
        <div className="field-line flex min-w-0 gap-2.5 max-md:basis-full max-md:flex-wrap">
          <TokenSearch
            label="I have"
            tokens={collaterals}
            except={single}
            values={collateral === undefined ? [] : [collateral]}
            onValue={(mint) => setViewState({ collateral: mint, collateralAmount: undefined })}
          />
          {collateral === undefined ? null : (
            <TokenField
              label={`${has ?? "Collateral"}${collateralAmount === undefined && estimate !== undefined ? ", estimated" : " amount"}`}
              labelPlace="inside"
              placeholder="Any amount"
              value={collateralAmount ?? estimate}
              onValue={setCollateral}
              errorFloats
              className="min-w-min! flex-1 md:w-[172px] md:flex-none"
            />
          )}
        </div>
        {canSwap ? (
          <IconButton
            label="Swap sides"
            title="Swap sides"
            className="size-11 self-center border border-line2 max-md:hidden"
            icon={<ArrowLeftRight className="size-4" />}
            onClick={() =>
              setViewState({ assets: [collateral], collateral: single, collateralAmount: undefined })
            }
          />
        ) : null}
        <div className="field-line flex min-w-0 gap-2.5 max-md:basis-full max-md:flex-wrap">
          <TokenSearch
            label="I need"
            tokens={debts}
            except={collateral}
            families
            values={assets}
            onValue={(asset) => setViewState({ assets: asset === undefined ? [] : [asset] })}
          />
          <HeroSizeField
            label={
              collateralAmount === undefined || size === undefined ? "Loan (my size)" : "Loan, estimated"
            }
            value={size}
            onValue={(loan) => setViewState({ size: loan, collateralAmount: undefined }, "replace")}
          />
        </div>
      </HeroBand>
      {collateral === undefined ? null : <LimitBar best={best} />}
    </>
  );
}

type BestTerms = ReturnType<typeof bestTerms>;

/**
 * The terms of the market with the highest LTV, so that sorting does not change the estimates. Markets that can't lend
 * the loan, or don't take its collateral, come last.
 */
function bestTerms(
  { visible, blocked, context: { loans, size } }: Selection,
  amount: TokenAmount | undefined,
) {
  const known = visible.flatMap((row) => {
    const terms = blocked.has(row.id) ? undefined : loanTerms(row, loans);
    if (terms?.ltv === undefined || terms.price === undefined) return [];
    const { ltv, price } = terms;
    const loan = amount === undefined ? size : wholeUsd(amount * price * ltv);
    const lends = !lendsTooLittle(row, loan) && judgeCollateral(row, { loans, size: loan }) === undefined;
    return [{ ...terms, row, ltv, price, loan, lends }];
  });
  return known.toSorted((one, other) => Number(other.lends) - Number(one.lends) || other.ltv - one.ltv)[0];
}

function LimitBar({ best }: { readonly best: BestTerms }): ReactNode {
  const { state, result, selection } = useListContext();
  const { loanShare, size, collateralAmount: amount } = state;
  const setShare = (share: number): void => {
    const terms = amount && bestTerms(selection, tokenAmount((amount / loanShare) * share));
    setViewState({ loanShare: share, size: terms ? terms.loan : size }, "replace");
  };
  return (
    <section aria-label="Share of the limit" className="shrink-0 bg-canvas px-4 pb-3 md:px-6 print:hidden">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-panel border border-line2 bg-surface px-4 py-2">
        <div className="flex min-w-0 items-center gap-3 max-md:flex-wrap max-md:[&_input[type=range]]:hidden md:[&_input[type=range]]:w-40">
          <LimitShare share={loanShare} onShare={setShare} />
        </div>
        <p className="min-w-0 text-small text-text2 md:text-body">
          {best === undefined && result.phase !== "complete" ? "" : dropText(best)}
        </p>
      </div>
    </section>
  );
}

function dropText(best: BestTerms): ReactNode {
  if (best === undefined) return "No market here accepts this collateral.";
  const { row, loan, drop, liquidatedAt, symbol, lends } = best;
  const scope = lends ? (loan === undefined ? "" : " for this loan") : " (no market here can make this loan)";
  const where = `Highest LTV${scope}: ${marketName(row)}.`;
  if (drop === undefined) return `${where} Drop to liquidation unknown.`;
  return (
    <>
      {where}{" "}
      <b className="font-semibold text-text">
        {symbol} can drop {formatShare(drop).text}
      </b>{" "}
      {liquidatedAt === undefined
        ? `against ${row.tokens.at(-1)?.symbol ?? row.label} `
        : `to ${formatTokenPrice(liquidatedAt).text} `}
      before liquidation.
    </>
  );
}

function Starts(): ReactNode {
  const { state } = useListContext();
  if (state.assets.length > 0) return null;
  return (
    <div className="mt-2 flex h-[26px] flex-wrap items-center gap-1.5 overflow-hidden max-xl:hidden">
      <span className="pr-1 text-small text-text3">Popular</span>
      {starts.map(({ label, name, asset, collateral }) => (
        <Button
          key={label}
          title={name}
          className="h-[26px] rounded-full pointer-coarse:h-11"
          onClick={() => setViewState({ assets: [asset], collateral })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
