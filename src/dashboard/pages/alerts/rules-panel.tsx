import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { maximumRules, type AlertEvent, type AlertRule } from "../../../contract/alerts/rule.ts";
import { dayOf } from "../../../contract/units.ts";
import { askForAlert } from "../../data/alerts/alert-draft.ts";
import { forgetRule, keepRule } from "../../data/alerts/kept-alerts.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatCount } from "../../format/number.ts";
import { formatDayHeading } from "../../format/time-of-day.ts";
import { formatTimeOfDay } from "../../format/time.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { IconButton } from "../../ui/fields/button.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { againText, conditionText, ruleName } from "./alert-words.ts";
import { KeyButton } from "./key-dialog.tsx";
import { TargetMark } from "./target-mark.tsx";

interface RulesPanelProps {
  readonly rules: readonly AlertRule[];
  readonly rings: ReadonlyMap<string, AlertEvent>;
  readonly rows: ReadonlyMap<string, MarketRow>;
  readonly now: number;
  readonly onUndo: (what: string, undo: () => void) => void;
}

export function RulesPanel({ rules, rings, rows, now, onUndo }: RulesPanelProps): ReactNode {
  return (
    <Panel
      heading="Rules"
      description={`${formatCount(rules.length).text} of ${formatCount(maximumRules).text}`}
      actions={<KeyButton />}
      empty={
        rules.length === 0
          ? "No rules yet. The bell of a market, in the list under More actions or key a, makes one."
          : undefined
      }
    >
      <ul aria-label="Rules" className="max-h-[60vh] overflow-y-auto max-md:max-h-none">
        {rules.toReversed().map((rule) => (
          <Rule key={rule.id} rule={rule} ring={rings.get(rule.id)} rows={rows} now={now} onUndo={onUndo} />
        ))}
      </ul>
    </Panel>
  );
}

function Rule({
  rule,
  ring,
  rows,
  now,
  onUndo,
}: Omit<RulesPanelProps, "rules" | "rings"> & {
  readonly rule: AlertRule;
  readonly ring: AlertEvent | undefined;
}): ReactNode {
  const announce = useAnnounce();
  const name = ruleName(rule);
  const [own = "", ...place] = rule.target.name.split(", ");
  return (
    <li className="relative flex items-center gap-3 border-b border-line py-2 pr-2 pl-4 last:border-b-0 hover:bg-hover">
      <TargetMark target={rule.target} rows={rows} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => askForAlert({ kind: "rule", rule })}
            aria-label={`Change the rule: ${name}`}
            className="block max-w-full text-left [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            <b className="font-semibold">{own}</b> <span className="text-text2">{place.join(", ")}</span>
          </button>
          <p className="truncate text-small text-text2">
            {rule.paused
              ? "paused by you"
              : ring === undefined
                ? "has not rung"
                : `rang ${ringText(ring.at, now)}`}
          </p>
        </div>
        <div className="min-w-0">
          <p>{conditionText(rule)}</p>
          <p className="truncate text-small text-text2">{againText(rule.condition)}</p>
        </div>
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        <Switch
          label={`Watch: ${name}`}
          labelHidden
          checked={!rule.paused}
          onChange={(on) => {
            keepRule({ ...rule, paused: !on });
            announce(on ? `Watched: ${name}.` : `Paused: ${name}.`);
          }}
        />
        <IconButton
          label={`Delete the rule: ${name}`}
          title="Delete"
          icon={<Trash2 aria-hidden="true" className="size-3.5" />}
          onClick={() => {
            onUndo("Rule deleted", forgetRule(rule.id));
            announce(`Rule deleted: ${name}.`);
          }}
        />
      </div>
    </li>
  );
}

/** "today 14:20", "yesterday", "19 Nov". */
function ringText(at: number, now: number): string {
  const away = dayOf(now) - dayOf(at);
  if (away === 0) return `today ${formatTimeOfDay(at)}`;
  return away === 1 ? "yesterday" : formatDayHeading(at, now);
}
