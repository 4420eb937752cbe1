// What can be claimed, by what one link claims: each token with its value, and the position that earned it.
import { Check } from "lucide-react";
import { useState, type ReactNode } from "react";
import { MarketActions } from "../../../actions/action-buttons.tsx";
import { formatMoney } from "../../../format/money.ts";
import { formatAmount, formatCount, inWords } from "../../../format/number.ts";
import { tokenFace } from "../../../market/market-text.ts";
import type { Claim, ClaimGroup } from "../../../portfolio/claims.ts";
import { positionName } from "../../../portfolio/position-words.ts";
import { knownSum } from "../../../portfolio/predictions.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Disc } from "../../../ui/marks/disc.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useIsPhone } from "../../../ui/page/media-query.ts";
import { WalletMark } from "../wallet-bar.tsx";
import { unknownText, type ListContext } from "./position-parts.tsx";

const claimKeys = ["claimRewards"];

interface ClaimsProps {
  readonly groups: readonly ClaimGroup[];
  readonly context: ListContext;
}

export function ClaimsList({
  groups,
  context,
  variant,
}: ClaimsProps & { readonly variant: "row" | "card" }): ReactNode {
  return (
    <ul aria-label="Rewards to claim" className="grid grid-cols-1 gap-x-6 md:grid-cols-2 xl:grid-cols-3">
      {groups.map((group) => (
        <li key={group.key} className="flex min-w-0 flex-wrap items-center gap-2.5 px-4 py-2">
          <GroupFacts group={group} context={context} />
          <MarketActions row={group.actionRow} variant={variant} wanted={claimKeys} />
        </li>
      ))}
    </ul>
  );
}

/** "2,925 KMNO $73.82" for each token, over the position that earned them. */
function GroupFacts({
  group: { claims, row, wallet },
  context: { wallets },
}: {
  readonly group: ClaimGroup;
  readonly context: ListContext;
}): ReactNode {
  const [first] = claims;
  return (
    <>
      <Disc
        face={
          first?.token === undefined
            ? { letter: "?", seed: first?.key ?? row.key, image: undefined }
            : tokenFace(first.token)
        }
        size={26}
      />
      <div className="min-w-0 flex-1 basis-40">
        {claims.map((claim) => (
          <p key={claim.key}>
            <ClaimAmount claim={claim} />
          </p>
        ))}
        <p className="truncate text-tiny text-text2" title={positionName(row)}>
          <WalletMark wallets={wallets} wallet={wallet} />{" "}
          {row.kind === "reward" ? row.market.providerName : positionName(row)}
        </p>
      </div>
    </>
  );
}

function ClaimAmount({ claim: { amount, token, usd } }: { readonly claim: Claim }): ReactNode {
  return (
    <>
      <span className="font-semibold">
        {inWords(formatAmount(amount, token?.symbol ?? ""), "amount not told")}
      </span>{" "}
      <span className="text-text2">{inWords(formatMoney(usd), "no USD value")}</span>
    </>
  );
}

/** Opens all that can be claimed as one list, to go through link by link; nothing where one link is all there is. */
export function ClaimAll({ groups, context }: ClaimsProps): ReactNode {
  const [open, setOpen] = useState(false);
  // Kept while the page is open: whoever closes the list goes on where they were.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const phone = useIsPhone();
  if (groups.length < 2) return null;
  const { sum, unknown } = knownSum(groups.flatMap(({ claims }) => claims.map(({ usd }) => usd)));
  const done = groups.filter(({ key }) => opened.has(key)).length;
  return (
    <>
      <Button className="pointer-coarse:h-11" onClick={() => setOpen(true)}>
        Claim all {formatCount(groups.length).text}
      </Button>
      {open ? (
        <Dialog
          title="Claim all"
          aside={
            <span className="text-text2">
              <NumberText value={formatMoney(sum)} className="font-semibold text-text" />{" "}
              {unknownText(unknown)}
            </span>
          }
          shape={phone ? "sheet" : "dialog"}
          onClose={() => setOpen(false)}
        >
          <p className="text-text2">
            Each link claims the rewards of one position, at its provider and with your wallet. Nothing is
            signed or sent here. {formatCount(done).text} of {formatCount(groups.length).text} opened.
          </p>
          <ul aria-label="Claims" className="mt-2 flex flex-col">
            {groups.map((group) => (
              <li
                key={group.key}
                className="flex min-w-0 flex-wrap items-center gap-2.5 border-t border-line py-2.5"
              >
                <GroupFacts group={group} context={context} />
                {opened.has(group.key) ? (
                  <span className="flex items-center gap-1 text-small text-text2">
                    <Check aria-hidden="true" className="size-3.5" />
                    opened
                  </span>
                ) : null}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a press on the link inside, by whatever means, says that it was opened. */}
                <div
                  onClick={(event) => {
                    if (event.target instanceof Element && event.target.closest("a") !== null)
                      setOpened(new Set([...opened, group.key]));
                  }}
                >
                  <MarketActions row={group.actionRow} variant={phone ? "card" : "row"} wanted={claimKeys} />
                </div>
              </li>
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
