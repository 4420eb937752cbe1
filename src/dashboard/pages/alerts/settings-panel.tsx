import { useState, type ReactNode } from "react";
import { useAlertSettings } from "../../data/alerts/kept-alerts.ts";
import { useAlertRules, useChangeRules } from "../../queries/alerts.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { localTimeZone, readMinute, writeMinute } from "../../../domain/format/time-of-day.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import {
  requestNotificationPermission,
  notifyPermission,
  notifyRefusal,
} from "../../ui/page/notifications.ts";

export function SettingsPanel(): ReactNode {
  const [{ quiet, digest, notify }, change] = useAlertSettings();
  const { alerts } = useDashboardConfig();
  const { rules } = useAlertRules();
  const changing = useChangeRules();
  /** The service stores these times with the rules, because they apply to messages to wallets too. */
  const save = (): void => {
    if (alerts?.send === true && rules.some(({ sendTo }) => sendTo !== undefined))
      changing.mutate((unchanged) => unchanged);
  };
  const [permission, setPermission] = useState(notifyPermission);
  const [hasAsked, setHasAsked] = useState(false);
  const allow = async (on: boolean): Promise<void> => {
    const next = on ? await requestNotificationPermission() : permission;
    setPermission(next);
    setHasAsked(on);
    change({ notify: on && next === "granted" });
  };
  const timeField = (label: string, minute: number, onMinute: (minute: number) => void): ReactNode => (
    <input
      type="time"
      aria-label={label}
      value={writeMinute(minute)}
      onBlur={save}
      onChange={(event) => {
        const next = readMinute(event.currentTarget.value);
        if (next !== undefined) onMinute(next);
      }}
      className="h-8 rounded-control border border-control bg-inset px-2 text-text scheme-light dark:scheme-dark pointer-coarse:h-11 pointer-coarse:text-[16px]"
    />
  );
  const zone = localTimeZone();
  const notifies = notify && permission === "granted";
  return (
    <Panel heading="Delivery">
      <Problem size="part" error={changing.error}>
        Wallet messages still follow the previous times.
      </Problem>
      <Setting
        name="Quiet hours"
        description={
          !quiet.on
            ? "off: alerts arrive immediately"
            : quiet.from === quiet.to
              ? "they begin and end at the same time: alerts arrive immediately"
              : `alerts wait until ${writeMinute(quiet.to)}, ${zone}; loan alerts never wait`
        }
        on={quiet.on}
        onSwitch={(on) => {
          change({ quiet: { ...quiet, on } });
          save();
        }}
      >
        {timeField("Quiet from", quiet.from, (from) => change({ quiet: { ...quiet, from } }))}
        <span aria-hidden="true">–</span>
        {timeField("Quiet until", quiet.to, (to) => change({ quiet: { ...quiet, to } }))}
      </Setting>
      <Setting
        name="Digest"
        description={
          digest.on
            ? `new markets in views are sent together once a day, ${zone}`
            : "off: new markets in views are sent immediately"
        }
        on={digest.on}
        onSwitch={(on) => {
          change({ digest: { ...digest, on } });
          save();
        }}
      >
        {timeField("Digest at", digest.at, (at) => change({ digest: { ...digest, at } }))}
      </Setting>
      <Setting
        name="Browser notifications"
        description={
          permission !== "granted" && (hasAsked || permission !== "default")
            ? notifyRefusal(permission)
            : notifies
              ? "allowed; shown while this page is open in the background"
              : "off"
        }
        on={notifies}
        onSwitch={(on) => void allow(on)}
      />
    </Panel>
  );
}

interface SettingProps {
  readonly name: string;
  readonly description: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly children?: ReactNode;
}

function Setting({ name, description, on, onSwitch, children }: SettingProps): ReactNode {
  return (
    <div className="flex items-start gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p>{name}</p>
        <p className="text-small text-text2">{description}</p>
        {on && children !== undefined ? (
          <div className="mt-1.5 mb-1 flex flex-wrap items-center gap-1.5">{children}</div>
        ) : null}
      </div>
      <Switch label={name} labelHidden checked={on} onChange={onSwitch} />
    </div>
  );
}
