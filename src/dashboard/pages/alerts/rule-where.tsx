import { useState, type Dispatch, type ReactNode, type SetStateAction } from "react";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import { maxServed } from "../../../contract/alerts/served.ts";
import { countOf } from "../../../domain/format/number.ts";
import { formatInterval } from "../../../domain/format/time.ts";
import type { ParsedInput } from "../../../domain/format/read-amount.ts";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { noAutocorrect, TextField } from "../../ui/fields/text-field.tsx";
import { requestNotificationPermission, notifyRefusal } from "../../ui/page/notifications.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";

export interface Where {
  readonly browser: boolean;
  readonly sends: boolean;
  readonly address: string;
}

export function WhereFields({
  where,
  onWhere,
  target,
  wallet,
  tried,
  watchedEveryMs,
}: {
  readonly where: Where;
  readonly onWhere: Dispatch<SetStateAction<Where>>;
  readonly target: AlertTarget;
  /** The wallet read from `where.address`, if messages are sent there. */
  readonly wallet: ParsedInput<string> | undefined;
  /** Once the user has tried to save, every fault is shown. */
  readonly tried: boolean;
  /** Undefined if the service does not watch the target. */
  readonly watchedEveryMs: number | undefined;
}): ReactNode {
  const { alerts } = useDashboardConfig();
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  const setBrowser = async (on: boolean): Promise<void> => {
    const permission = on ? await requestNotificationPermission() : "granted";
    onWhere((now) => ({ ...now, browser: on && permission === "granted" }));
    setRefusal(permission === "granted" ? undefined : notifyRefusal(permission));
  };

  return (
    <fieldset>
      <legend className="mb-1 text-small font-semibold">Delivery</legend>
      <Checkbox label="Inbox, always" checked disabled onChange={() => undefined} />
      <Checkbox label="Browser notification" checked={where.browser} onChange={(on) => void setBrowser(on)} />
      <p role="alert" className="text-small text-danger empty:hidden">
        {refusal}
      </p>
      {alerts?.send === true ? (
        <Checkbox
          label="Send to wallet"
          checked={where.sends}
          onChange={(sends) => onWhere({ ...where, sends })}
        />
      ) : null}
      {wallet === undefined ? null : (
        <div className="mt-1">
          <TextField
            label="Wallet address"
            text={where.address}
            {...noAutocorrect}
            error={(tried || where.address.trim().length >= 32) && !wallet.ok ? wallet.message : undefined}
            onText={(address) => onWhere({ ...where, address })}
          />
          <p className="mt-1 text-small text-text2">
            Delivered if this wallet has subscribed to this service's app: at most{" "}
            {countOf(maxServed.messages, "time")} a day{" "}
            {target.kind === "position"
              ? "for all loans, even in quiet hours"
              : "for everything except loans, never in quiet hours"}
            . All rules use the same wallet.
          </p>
        </div>
      )}
      {watchedEveryMs === undefined ? null : (
        <p className="mt-1 text-small text-text3">
          {`Checked by the service every ${formatInterval(watchedEveryMs)}, even while this page is closed. It keeps the rule${wallet !== undefined || target.kind === "position" ? " and the wallet's address" : ""} under a random key of this browser.${target.kind === "view" && target.starred !== undefined ? " Starred markets are the ones starred now." : ""}`}
        </p>
      )}
    </fieldset>
  );
}
