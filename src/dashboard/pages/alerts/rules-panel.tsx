import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { maxRules, type AlertRule } from "../../../contract/alerts/rule.ts";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { serviceTime } from "../../data/clock.ts";
import type { InboxItem } from "../../data/alerts/kept-alerts.ts";
import { deleteRule, pauseRule, restoreRule } from "../../data/alerts/change-rules.ts";
import { marketFacts } from "../../../domain/alerts/market-figures.ts";
import { useSavedViews } from "../../data/storage/saved-views.ts";
import { unwatchableReason } from "../../../domain/alerts/view-watch.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { formatAge } from "../../../domain/format/time.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { IconButton } from "../../ui/fields/button.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useAlertRules } from "../../queries/alerts.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { tipProps } from "../../ui/overlay/tooltip.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { againText, conditionText, ruleName } from "../../../domain/alerts/alert-words.ts";
import { KeyButton } from "./key-dialog.tsx";
import { TargetIcon } from "./target-icon.tsx";
import { conditionHelp, entryClass, type ChangeRules, type ListProps } from "./alert-entry.ts";

interface RulesProps extends ListProps {
  /** `rows` has every market with a rate. */
  readonly complete: boolean;
  readonly onChange: ChangeRules;
}

export function RulesPanel({
  announced,
  ...list
}: RulesProps & { readonly announced: readonly InboxItem[] }): ReactNode {
  const { rules, error, loading, retry } = useAlertRules();
  // The newest event of a rule is the first.
  const firedAt = new Map(announced.toReversed().map(({ event }) => [event.rule.id, event.at]));
  return (
    <Panel
      heading="Rules"
      description={
        rules.length === 0 && (loading || error !== undefined)
          ? undefined
          : `${formatCount(rules.length).text} of ${formatCount(maxRules).text}`
      }
      actions={<KeyButton />}
      error={
        <Problem size="part" error={error} retry={retry}>
          The service still checks your rules.
        </Problem>
      }
      loading={loading ? "Loading rules…" : undefined}
      empty={
        rules.length === 0 && error === undefined
          ? "No rules yet. Create one with New rule, or with the bell of a market."
          : undefined
      }
    >
      <ul aria-label="Rules" className="max-h-[60vh] overflow-y-auto max-md:max-h-none">
        {rules.toReversed().map((rule) => (
          <Rule key={rule.id} rule={rule} firedAt={firedAt.get(rule.id)} {...list} />
        ))}
      </ul>
    </Panel>
  );
}

function Rule({
  rule,
  firedAt,
  rows,
  complete,
  now,
  onDelete,
  onChange,
}: RulesProps & { readonly rule: AlertRule; readonly firedAt: number | undefined }): ReactNode {
  const announce = useAnnounce();
  const { views } = useSavedViews();
  const name = ruleName(rule);
  const [own = "", ...where] = rule.target.name.split(", ");
  const remove = (): void =>
    onChange(deleteRule(rule.id), (before) => {
      const index = before.findIndex(({ id }) => id === rule.id);
      const undo = (done: () => void): void => onChange(restoreRule(rule, index), done);
      onDelete({ id: rule.id, what: `Rule deleted: ${name}`, isLast: before.length === 1, undo });
    });
  return (
    <li className={`${entryClass} pl-4`}>
      <TargetIcon target={rule.target} rows={rows} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-2 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <div className="min-w-0">
          <button
            type="button"
            {...tipProps(conditionHelp(rule.condition))}
            id={rule.id}
            onClick={() => openAlertForm({ kind: "rule", rule })}
            aria-label={`Edit rule: ${name}`}
            className="block max-w-full text-left [overflow-wrap:anywhere] after:absolute after:inset-0"
          >
            <b className="font-semibold">{own}</b> <span className="text-text2">{where.join(", ")}</span>
          </button>
          <p className="text-small text-text2">
            {complete && isUnknown(rule, rows)
              ? "unknown now: can't fire"
              : ruleState(rule, views, firedAt, now)}
          </p>
        </div>
        <div className="min-w-0">
          <p>
            <NonBreakingFigures text={conditionText(rule)} />
          </p>
          <p className="truncate text-small text-text2">{againText(rule.condition)}</p>
        </div>
      </div>
      <div className="relative flex shrink-0 items-center gap-1">
        <Switch
          label={`Watch: ${name}`}
          labelHidden
          checked={!rule.paused}
          onChange={(on) =>
            onChange(pauseRule(rule.id, !on), () => announce(`${on ? "Watched" : "Paused"}: ${name}.`))
          }
        />
        <IconButton label={`Delete rule: ${name}`} title="Delete" icon={<Trash2 />} onClick={remove} />
      </div>
    </li>
  );
}

/** Whether a market is gone, or doesn't publish the figure that the rule watches. */
function isUnknown({ target, condition, paused }: AlertRule, rows: ListProps["rows"]): boolean {
  if (paused || target.kind !== "market") return false;
  const row = rows.get(target.id);
  const facts = row && marketFacts(row, undefined);
  if (condition.kind !== "threshold") return facts?.capUsed === undefined;
  return (condition.measure === "offPeg" ? row : facts?.[condition.measure]) === undefined;
}

function ruleState(
  { paused, target }: AlertRule,
  views: ReturnType<typeof useSavedViews>["views"],
  firedAt: number | undefined,
  now: number,
): string {
  if (paused) return "paused";
  if (
    target.kind === "view" &&
    views.some((view) => view.name === target.name && view.search !== target.search)
  )
    return "view changed: edit to update";
  const unwatched = target.kind === "view" ? unwatchableReason(target) : undefined;
  if (unwatched !== undefined) return `not watched: it ${unwatched}`;
  return firedAt === undefined ? "no alert in the inbox" : `fired ${formatAge(firedAt, serviceTime(now))}`;
}
