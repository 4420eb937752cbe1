import { ArrowLeftRight } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { solMint } from "../../market/asset-families.ts";
import { loanTokens } from "../../select/whole-list/loan-tokens.ts";
import { Button } from "../../ui/fields/button.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { TokenSearch } from "./token-search.tsx";
import { holdingId } from "../../list/toolbar/focus-search.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
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

export function BorrowFinder(): ReactNode {
  const { state, onChange } = useListContext();
  const { assets, collateral } = state;
  const { rows } = useLendingMarkets(true);
  const { collaterals, debts } = useMemo(() => loanTokens(rows), [rows]);
  const [need] = assets;
  const single = assets.length === 1 ? need : undefined;
  // No token is lent against itself.
  const offered = useMemo(
    () => ({
      collaterals: collaterals.filter(({ mint }) => mint !== single),
      debts: debts.filter(({ mint }) => mint !== collateral),
    }),
    [collaterals, debts, single, collateral],
  );
  const canSwap = collateral !== undefined && collaterals.some(({ mint }) => mint === single);
  return (
    <section
      id={holdingId}
      aria-label="Find a loan"
      className={classNames(
        "grid shrink-0 items-end gap-2 border-b border-line px-4 py-2 md:flex md:min-h-14 md:flex-wrap md:items-center print:hidden",
        // Space for the swap button is reserved, so that nothing moves.
        collateral !== undefined && single !== undefined
          ? "grid-cols-[minmax(0,1fr)_minmax(0,1fr)_44px]"
          : "grid-cols-2",
      )}
    >
      <TokenSearch
        label="I have"
        none="any collateral"
        tokens={offered.collaterals}
        values={collateral === undefined ? [] : [collateral]}
        onValue={(mint) => onChange({ collateral: mint })}
      />
      <TokenSearch
        label="I need"
        none="any token"
        tokens={offered.debts}
        families
        values={assets}
        onValue={(asset) => onChange({ assets: asset === undefined ? [] : [asset] })}
      />
      {canSwap ? (
        <Button
          variant="quiet"
          size="large"
          className="max-lg:px-0 pointer-coarse:h-11"
          title="Swap sides"
          icon={<ArrowLeftRight aria-hidden="true" className="size-3.5" />}
          onClick={() => onChange({ assets: [collateral], collateral: single })}
        >
          <span className="max-lg:sr-only">Swap sides</span>
        </Button>
      ) : null}
      {assets.length === 0 && collateral === undefined ? (
        // Hidden on narrow screens: these arrive late and would move the list.
        <div className="ml-auto flex items-center gap-1.5 max-[1179px]:hidden">
          <span className="text-small text-text3 max-xl:hidden">or start from</span>
          {starts.map(({ label, name, asset, collateral: have }) => (
            <Button
              key={label}
              title={name}
              className="rounded-full pointer-coarse:h-11"
              onClick={() => onChange({ assets: [asset], collateral: have })}
            >
              {label}
            </Button>
          ))}
        </div>
      ) : single !== undefined && single === collateral ? (
        <p className="text-small text-text2 max-md:col-span-full">No token is lent against itself.</p>
      ) : null}
    </section>
  );
}
