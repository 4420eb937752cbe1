// What can be claimed, each with its value and what earned it.
import type { ReactNode } from "react";
import { MarketActions } from "../../../actions/action-buttons.tsx";
import { formatMoney } from "../../../format/money.ts";
import { formatAmount, inWords } from "../../../format/number.ts";
import { tokenFace } from "../../../market/market-text.ts";
import { positionName } from "../../../portfolio/position-words.ts";
import type { Claim } from "../../../portfolio/totals.ts";
import { Disc } from "../../../ui/marks/disc.tsx";
import { WalletMark } from "../wallet-bar.tsx";
import type { ListContext } from "./position-parts.tsx";

const claimKeys = ["claimRewards"];

export function ClaimsList({
  claims,
  context: { wallets },
  variant,
}: {
  readonly claims: readonly Claim[];
  readonly context: ListContext;
  readonly variant: "row" | "card";
}): ReactNode {
  return (
    <ul aria-label="Rewards to claim" className="grid grid-cols-1 gap-x-6 md:grid-cols-2 xl:grid-cols-3">
      {claims.map((claim) => (
        <li key={claim.key} className="flex min-w-0 flex-wrap items-center gap-2.5 px-4 py-2">
          <Disc
            face={
              claim.token === undefined
                ? { letter: "?", seed: claim.key, image: undefined }
                : tokenFace(claim.token)
            }
            size={26}
          />
          <div className="min-w-0 flex-1">
            <p>
              <span className="font-semibold">
                {inWords(formatAmount(claim.amount, claim.token?.symbol ?? ""), "amount not told")}
              </span>{" "}
              <span className="text-text2">{inWords(formatMoney(claim.usd), "no USD value")}</span>{" "}
              {wallets.length > 1 ? (
                <WalletMark index={wallets.indexOf(claim.wallet)} wallet={claim.wallet} />
              ) : null}
            </p>
            <p className="truncate text-tiny text-text2" title={positionName(claim.row)}>
              {claim.row.kind === "reward" ? claim.row.market.providerName : positionName(claim.row)}
            </p>
          </div>
          <MarketActions row={claim.actionRow} variant={variant} wanted={claimKeys} />
        </li>
      ))}
    </ul>
  );
}
