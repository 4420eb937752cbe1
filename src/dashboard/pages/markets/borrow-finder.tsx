import { ArrowLeftRight } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { solMint } from "../../../domain/market/asset-families.ts";
import { loanTokens } from "../../select/whole-list/loan-tokens.ts";
import { Button, IconButton } from "../../ui/fields/button.tsx";
import { TokenSearch } from "./token-search.tsx";
import { HeroBand, HeroSize } from "./hero.tsx";
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
    <HeroBand
      label="Find a loan"
      sentence="Borrow at its real cost."
      hasTwoRows
      below={
        single !== undefined && single === collateral ? (
          <p className="mt-1 text-small text-text2">No token is lent against itself.</p>
        ) : (
          <Starts />
        )
      }
    >
      <TokenSearch
        label="I have"
        none="Any collateral"
        tokens={offered.collaterals}
        values={collateral === undefined ? [] : [collateral]}
        onValue={(mint) => onChange({ collateral: mint })}
      />
      <TokenSearch
        label="I need"
        none="Any token"
        tokens={offered.debts}
        families
        values={assets}
        onValue={(asset) => onChange({ assets: asset === undefined ? [] : [asset] })}
      />
      {canSwap ? (
        <IconButton
          label="Swap sides"
          title="Swap sides"
          className="size-11 self-center border border-line2"
          icon={<ArrowLeftRight aria-hidden="true" className="size-4" />}
          onClick={() => onChange({ assets: [collateral], collateral: single })}
        />
      ) : null}
      <div className="flex max-md:basis-full">
        <HeroSize />
      </div>
    </HeroBand>
  );
}

function Starts(): ReactNode {
  const { state, onChange } = useListContext();
  if (state.assets.length > 0 || state.collateral !== undefined) return null;
  return (
    <div className="mt-2 flex h-[26px] flex-wrap items-center gap-1.5 overflow-hidden max-xl:hidden">
      <span className="pr-1 text-small text-text3">Popular</span>
      {starts.map(({ label, name, asset, collateral }) => (
        <Button
          key={label}
          title={name}
          className="h-[26px] rounded-full pointer-coarse:h-11"
          onClick={() => onChange({ assets: [asset], collateral })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
