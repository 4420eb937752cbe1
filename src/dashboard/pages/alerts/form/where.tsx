// The part of the form that says where an alert arrives, and who judges the rule.
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

/** By the service, at this interval, or in the page, with the sentence that says why. */
export type Judge = { readonly everyMs: number } | { readonly because: string };

export function Where({
  target,
  where,
  wallet,
  canSend,
  tried,
  judge,
  onWhere,
}: {
  readonly target: AlertTarget["kind"];
  readonly where: Places;
  /** What the address is read as; undefined where the rule is not sent. */
  readonly wallet: WalletReading | undefined;
  readonly canSend: boolean;
  readonly tried: boolean;
  /** Undefined for a view that is not watched. */
  readonly judge: Judge | undefined;
  readonly onWhere: (part: Partial<Places>) => void;
}): ReactNode {
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const tick = async (on: boolean): Promise<void> => {
    const answer = on ? await askToNotify() : "granted";
    onWhere({ browser: on && answer === "granted" });
    setRefusal(answer === "granted" ? undefined : notifyRefusal(answer));
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
            Arrives if this wallet subscribed to the app of the operator of this server, at most 20 times a
            day
            {target === "position" ? ", also in quiet hours" : " and not in quiet hours"}. All rules are sent
            to the same wallet.
          </p>
        </div>
      )}
      {judge === undefined ? null : (
        <p className="mt-1 text-small text-text3">
          {judgeText(judge, target === "position", wallet !== undefined)}
        </p>
      )}
    </fieldset>
  );
}

function judgeText(judge: Judge, isLoan: boolean, sends: boolean): string {
  if ("everyMs" in judge)
    return `Judged by the service every ${formatSpan(judge.everyMs)}, also while this page is closed. It keeps the rule${sends || isLoan ? " and the wallet's address" : ""} under a random key of this browser.`;
  const when = isLoan
    ? "the wallet's positions are read. Its address is kept here with the rule and sent only to our API."
    : "the list is read.";
  return `Judged in this page while it is open in this browser, each time ${when}${judge.because}`;
}
