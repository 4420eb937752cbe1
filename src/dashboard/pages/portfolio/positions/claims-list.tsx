import { Check } from "lucide-react";
import { useState, type ReactNode } from "react";
import { MarketActions } from "../../../actions/action-buttons.tsx";
import { formatMoney } from "../../../../domain/format/money.ts";
import { formatAmount, formatCount, inWords } from "../../../../domain/format/number.ts";
import { toTokenIcon } from "../../../../domain/market/market-text.ts";
import { claimHelp, type ClaimGroup } from "../../../portfolio/claims.ts";
import { positionName, unknownText } from "../../../portfolio/position-words.ts";
import { knownSum } from "../../../../finance/portfolio/net-worth.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { MarketIcon } from "../../../ui/marks/market-icon.tsx";
import { NonBreakingFigures } from "../../../ui/marks/truncated-line.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Explained, tipProps } from "../../../ui/overlay/tooltip.tsx";
import { useIsPhone } from "../../../ui/page/media-query.ts";
import { WalletMark } from "../wallet-bar.tsx";

interface ClaimsProps {
  readonly groups: readonly ClaimGroup[];
  readonly variant: "row" | "card";
}

export function ClaimsList({ groups, variant }: ClaimsProps): ReactNode {
  return (
    <ul aria-label="Claimable rewards" className="grid grid-cols-1 gap-x-6 md:grid-cols-2 xl:grid-cols-3">
      {groups.map((group) => (
        <ClaimItem key={group.key} group={group} variant={variant} className="px-4 py-2" />
      ))}
    </ul>
  );
}

function ClaimItem({
  group: { claims, row, wallet, actionRow },
  variant,
  className,
  opened = false,
  onOpen,
}: Omit<ClaimsProps, "groups"> & {
  readonly group: ClaimGroup;
  readonly className: string;
  readonly opened?: boolean;
  readonly onOpen?: () => void;
}): ReactNode {
  const [first] = claims;
  // Not a tab stop, because the sum in the heading is one with the same help.
  return (
    <li className={`flex min-w-0 flex-wrap items-center gap-2.5 ${className}`}>
      <MarketIcon
        icon={
          first?.token === undefined
            ? { letter: "?", seed: first?.key ?? row.key, image: undefined }
            : toTokenIcon(first.token)
        }
      />
      <div className="min-w-0 flex-1 basis-40 md:basis-32">
        {claims.map(({ key, amount, token, usd }) => (
          <p key={key} {...tipProps(claimHelp, false)}>
            <span className="font-semibold">
              {inWords(formatAmount(amount, token?.symbol ?? ""), "Unknown amount")}
            </span>{" "}
            <span className="text-text2">{inWords(formatMoney(usd), "no USD value")}</span>
          </p>
        ))}
        <p className="text-tiny text-balance text-text2">
          <WalletMark wallet={wallet} />{" "}
          <NonBreakingFigures text={row.kind === "reward" ? row.market.providerName : positionName(row)} />
        </p>
      </div>
      {opened ? (
        <span className="flex items-center gap-1 text-small text-text2">
          <Check className="size-3.5" />
          opened
        </span>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- notices that the link inside was followed, with any input device */}
      <div
        onClick={({ target }) => {
          if (target instanceof Element && target.closest("a") !== null) onOpen?.();
        }}
      >
        <MarketActions row={actionRow} variant={variant} wanted={["claimRewards"]} />
      </div>
    </li>
  );
}

export function ClaimAll({ groups }: Pick<ClaimsProps, "groups">): ReactNode {
  const [open, setOpen] = useState(false);
  // Kept when the dialog closes, so that it reopens at the same place.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const phone = useIsPhone();
  if (groups.length < 2) return null;
  const { sum, unknown } = knownSum(groups.flatMap(({ claims }) => claims.map(({ usd }) => usd)));
  const done = groups.filter(({ key }) => opened.has(key)).length;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Claim all {formatCount(groups.length).text}</Button>
      {open ? (
        <Dialog
          title="Claim all"
          aside={
            <Explained help={claimHelp} className="text-text2">
              <NumberText value={formatMoney(sum)} className="font-semibold text-text" />{" "}
              {unknownText(unknown)}
            </Explained>
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
              <ClaimItem
                key={group.key}
                group={group}
                variant={phone ? "card" : "row"}
                className="border-t border-line py-2.5"
                opened={opened.has(group.key)}
                onOpen={() => setOpened(new Set([...opened, group.key]))}
              />
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
