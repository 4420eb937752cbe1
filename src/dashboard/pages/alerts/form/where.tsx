// The part of the form that says where a rule rings, and who judges it.
import { useState, type ReactNode } from "react";
import type { AlertTarget } from "../../../../contract/alerts/rule.ts";
import type { WalletReading } from "../../../data/positions/wallet-address.ts";
import { formatSpan } from "../../../format/time.ts";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { askToNotify, notifyRefusal } from "../../../ui/page/notifications.ts";

interface Places {
  readonly browser: boolean;
  readonly sends: boolean;
  /** As typed; kept while nothing is sent. */
  readonly address: string;
}

interface WhereProps {
  readonly target: AlertTarget["kind"];
  readonly where: Places;
  /** What the address is read as; undefined where the rule is not sent. */
  readonly wallet: WalletReading | undefined;
  readonly canSend: boolean;
  readonly tried: boolean;
  /** By the service, so often, in milliseconds; or in the page, with the sentence that says why. */
  readonly judged: "nobody" | { readonly everyMs: number } | { readonly because: string };
  readonly onWhere: (part: Partial<Places>) => void;
}

export function Where({ target, where, wallet, canSend, tried, judged, onWhere }: WhereProps): ReactNode {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const tick = async (on: boolean): Promise<void> => {
    setRefusal(undefined);
    const answer = on ? await askToNotify() : undefined;
    onWhere({ browser: answer === "granted" });
    if (answer !== undefined && answer !== "granted") setRefusal(notifyRefusal(answer));
  };
  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">Where</legend>
      <Checkbox label="Inbox, always" checked disabled onChange={() => undefined} />
      <Checkbox label="Browser notification" checked={where.browser} onChange={(on) => void tick(on)} />
      {refusal === undefined ? null : (
        <p role="alert" className="text-small text-danger">
          {refusal}
        </p>
      )}
      {canSend ? (
        <Checkbox label="Send to wallet" checked={where.sends} onChange={(sends) => onWhere({ sends })} />
      ) : null}
      {wallet === undefined ? null : (
        <div className="mt-1">
          <TextField
            label="Wallet address"
            text={where.address}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            error={(tried || where.address.trim().length >= 32) && !wallet.ok ? wallet.message : undefined}
            onText={(address) => onWhere({ address })}
          />
          <p className="mt-1 text-small text-text2">
            Arrives where this wallet has subscribed to the app of whoever runs this service, at most 20 times
            a day{target === "position" ? ", also in quiet hours" : " and not in quiet hours"}. All rules are
            sent to the same wallet.
          </p>
        </div>
      )}
      <p className="mt-1 text-small text-text3">{judgedText(target, judged, wallet !== undefined)}</p>
    </fieldset>
  );
}

function judgedText(target: AlertTarget["kind"], judged: WhereProps["judged"], sends: boolean): string {
  if (judged === "nobody") return "Judged by nobody.";
  const isPosition = target === "position";
  if ("everyMs" in judged)
    return `Judged by the service every ${formatSpan(judged.everyMs)}, also while this page is closed. It keeps the rule${sends || isPosition ? " and the wallet's address" : ""} under a random key of this browser.`;
  const when = isPosition
    ? "the wallet's positions are read. Its address is kept here with the rule, and is sent to nobody but our API."
    : "the list is read.";
  return `Judged in this page while it is open in this browser, each time ${when}${judged.because}`;
}
