// When and how events are told: quiet hours, the digest of views, and the browser's notifications.
import { useState, type ReactNode } from "react";
import { useAlertSettings } from "../../data/alerts/kept-alerts.ts";
import { localTimeZone, readMinute, writeMinute } from "../../format/time-of-day.ts";
import { Switch } from "../../ui/fields/switch.tsx";
import {
  askToNotify,
  notifyPermission,
  notifyRefusal,
  type NotifyAnswer,
} from "../../ui/page/notifications.ts";

export function SettingsPanel(): ReactNode {
  const [{ quiet, digest, notify }, change] = useAlertSettings();
  const [answer, setAnswer] = useState<NotifyAnswer>(notifyPermission);
  const [asked, setAsked] = useState(false);
  const allow = async (on: boolean): Promise<void> => {
    if (!on) {
      change({ notify: false });
      return;
    }
    const next = await askToNotify();
    setAnswer(next);
    setAsked(true);
    change({ notify: next === "granted" });
  };
  const zone = localTimeZone();
  return (
    <section aria-label="How alerts are told" className="rounded-panel border border-line2 bg-surface">
      <Setting
        name="Quiet hours"
        said={
          quiet.on
            ? `what rings then comes at ${writeMinute(quiet.to)}, ${zone}; loans ring always`
            : "off: everything comes at once"
        }
        on={quiet.on}
        onSwitch={(on) => change({ quiet: { ...quiet, on } })}
      >
        <Time
          label="Quiet from"
          minute={quiet.from}
          onMinute={(from) => change({ quiet: { ...quiet, from } })}
        />
        <span aria-hidden="true">–</span>
        <Time label="Quiet until" minute={quiet.to} onMinute={(to) => change({ quiet: { ...quiet, to } })} />
      </Setting>
      <Setting
        name="Digest"
        said={
          digest.on
            ? `new markets in views come once a day together, ${zone}`
            : "off: new markets in views come at once"
        }
        on={digest.on}
        onSwitch={(on) => change({ digest: { ...digest, on } })}
      >
        <Time label="Digest at" minute={digest.at} onMinute={(at) => change({ digest: { ...digest, at } })} />
      </Setting>
      <Setting
        name="Browser notifications"
        said={
          answer !== "granted" && (asked || answer !== "default")
            ? notifyRefusal(answer)
            : notify && answer === "granted"
              ? "allowed; shown while this page is open and not looked at"
              : "off"
        }
        on={notify && answer === "granted"}
        onSwitch={(on) => void allow(on)}
      />
    </section>
  );
}

function Setting({
  name,
  said,
  on,
  onSwitch,
  children,
}: {
  readonly name: string;
  readonly said: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  /** What can be set while it is on. */
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="flex items-start gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p>{name}</p>
        <p className="text-small text-text2">{said}</p>
        {on && children !== undefined ? (
          <div className="mt-1.5 mb-1 flex flex-wrap items-center gap-1.5">{children}</div>
        ) : null}
      </div>
      <Switch label={name} labelHidden checked={on} onChange={onSwitch} />
    </div>
  );
}

function Time({
  label,
  minute,
  onMinute,
}: {
  readonly label: string;
  readonly minute: number;
  readonly onMinute: (minute: number) => void;
}): ReactNode {
  return (
    <input
      type="time"
      aria-label={label}
      value={writeMinute(minute)}
      onChange={(event) => {
        const next = readMinute(event.currentTarget.value);
        if (next !== undefined) onMinute(next);
      }}
      className="h-8 rounded-control border border-control bg-inset px-2 text-text scheme-light dark:scheme-dark pointer-coarse:h-11 pointer-coarse:text-[16px]"
    />
  );
}
