import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { maxRules, sidesOf, type AlertRule, type AlertTarget } from "../../../contract/alerts/rule.ts";
import { maxWatchedMarkets, type TargetFacts } from "../../../domain/alerts/judge.ts";
import { createdRuleName, openAlertForm, type AlertDraft } from "../../data/alerts/alert-draft.ts";
import { randomHex } from "../../data/alerts/alert-marks.ts";
import { saveRule } from "../../data/alerts/change-rules.ts";
import { readWallet } from "../../data/positions/wallet-address.ts";
import { firstBeyond, maxServed } from "../../../contract/alerts/served.ts";
import { useAlertRules, useChangeRules } from "../../queries/alerts.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { allDepositsRequest } from "../../data/markets/shared-requests.ts";
import { useSavedViews } from "../../data/storage/saved-views.ts";
import { useStars } from "../../data/storage/stars.ts";
import { countOf, formatCount, countMarkets } from "../../../domain/format/number.ts";
import { marketsInView, viewMarkets, unwatchableReason } from "../../../domain/alerts/view-watch.ts";
import { requestOfTarget, targetFacts } from "../../select/alerts/alert-facts.ts";
import { Button } from "../../ui/fields/button.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { choiceName, ruleName, type Choice } from "../../../domain/alerts/alert-words.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { WhereFields, type Where } from "./rule-where.tsx";
import { NoAlerts } from "../record/no-record.tsx";
import { choicesOf, toRuleForm, readForm, suggest, targetOf } from "../../select/alerts/rule-form.ts";
import { RulePreview, type FormProps } from "./rule-preview.tsx";

const close = (): void => openAlertForm(undefined);

export function AlertDialog({ draft }: { readonly draft: AlertDraft }): ReactNode {
  const { alerts } = useDashboardConfig();
  if (alerts !== undefined) return <RuleDialog draft={draft} />;
  return (
    <Dialog title="New rule" onClose={close}>
      <NoAlerts />
    </Dialog>
  );
}

function RuleDialog({ draft }: { readonly draft: AlertDraft }): ReactNode {
  const { alerts } = useDashboardConfig();
  const { rules } = useAlertRules();
  const { starred } = useStars();
  const { views } = useSavedViews();
  const target = useMemo(() => targetOf(draft, starred, views), [draft, starred, views]);
  const { facts, markets, rows, loading } = useFacts(draft, target);
  const { choices, ...fields } = useRuleForm(draft, target, facts);
  const changed = draft.kind === "rule" ? draft.rule : undefined;
  const [where, setWhere] = useState<Where>(() => ({
    browser: changed?.browser ?? false,
    sends: changed?.sendTo !== undefined,
    address: changed?.sendTo ?? rules.find(({ sendTo }) => sendTo !== undefined)?.sendTo ?? "",
  }));
  const wallet = alerts?.send === true && where.sends ? readWallet(where.address) : undefined;
  const [tried, setTried] = useState(false);
  // An event may outlive its rule. The rule is then created again.
  const isKept = rules.some(({ id }) => id === changed?.id);
  const { mutate, isPending, error } = useChangeRules();
  const announce = useAnnounce();
  const unwatched = target.kind === "view" ? unwatchableReason(target) : undefined;
  const obstacle = blockingReason(rules, target, changed);
  const nothingToWatch = !loading && choices.length === 0;
  const onSave = (): void => {
    const { condition } = fields.reading;
    setTried(true);
    if (isPending || condition === undefined || wallet?.ok === false) return;
    const rule: AlertRule = {
      id: changed?.id ?? randomHex(10),
      target,
      condition,
      browser: where.browser,
      ...(wallet && { sendTo: wallet.value }),
      paused: changed?.paused ?? false,
      madeAt: changed?.madeAt ?? Date.now(),
    };
    mutate(saveRule(rule), {
      onSuccess: () => {
        announce(`${isKept ? "Rule saved" : "Rule created"}: ${ruleName(rule)}.`);
        close();
        if (!isKept) createdRuleName.set(ruleName(rule));
      },
    });
  };

  return (
    <Dialog
      title={isKept ? "Edit rule" : "New rule"}
      aside={<span className="line-clamp-3 min-w-0 text-text2">{target.name}</span>}
      onClose={close}
      footer={
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 text-small text-text2">
            {formatCount(rules.length).text} of {countOf(maxRules, "rule")}
          </p>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            size="large"
            disabled={obstacle !== undefined || unwatched !== undefined || nothingToWatch}
            aria-disabled={isPending}
            onClick={onSave}
          >
            {isKept ? "Save rule" : "Create rule"}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <p role="alert" className="text-danger empty:hidden">
          {obstacle}
        </p>
        <Problem size="part" error={error}>
          The rule is not saved.
        </Problem>
        {nothingToWatch ? (
          <p>Rules can't watch any figure of {target.name}.</p>
        ) : (
          <>
            <When {...fields} choices={choices} tried={tried} />
            {target.kind === "view" ? (
              viewNow(unwatched, markets, loading)
            ) : (
              <RulePreview {...fields} rows={rows} loading={loading} />
            )}
            <WhereFields
              where={where}
              onWhere={setWhere}
              target={target}
              wallet={wallet}
              tried={tried}
              watchedEveryMs={unwatched === undefined ? alerts?.everyMs : undefined}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What the user has typed; until then the condition of the edited rule, or a suggestion. */
function useRuleForm(draft: AlertDraft, target: AlertTarget, facts: TargetFacts | undefined) {
  const kept = draft.kind === "rule" ? toRuleForm(draft.rule.condition) : undefined;
  const [typed, onForm] = useState(kept);
  const choices = choicesOf(target.kind, facts, kept?.choice);
  const isLoan = useViewState().view === "borrow" && draft.kind === "market";
  const wanted = draft.kind === "new" ? draft.measure : isLoan ? "borrowApy" : undefined;
  const first = choices.find((choice) => choice === wanted) ?? choices[0] ?? "depositApy";
  const form = typed ?? suggest(first, facts, target.kind);
  return { target, facts, choices, form, reading: readForm(form), onForm };
}

function blockingReason(
  rules: readonly AlertRule[],
  target: AlertTarget,
  changed: AlertRule | undefined,
): string | undefined {
  const others = rules.filter(({ id }) => id !== changed?.id);
  if (others.length >= maxRules)
    return `There are ${formatCount(maxRules).text} rules already, the maximum. Delete one first.`;
  if (firstBeyond([...others, { target, paused: changed?.paused ?? false }]) === undefined) return undefined;
  return target.kind === "position"
    ? `The service watches loans of at most ${countOf(maxServed.wallets, "wallet")}, and other rules already use them.`
    : `The service watches at most ${countOf(maxServed.views, "view")}, and other rules already use them. Pause or delete one first.`;
}

function useFacts(draft: AlertDraft, target: AlertTarget) {
  const request = requestOfTarget(target);
  const { rows: listed, phase } = useMarkets(request ?? allDepositsRequest);
  const complete = phase === "complete" && request !== undefined;
  const markets = useMemo(
    () =>
      target.kind === "view" && complete ? marketsInView(target, viewMarkets(listed))?.length : undefined,
    [target, complete, listed],
  );
  const own = draft.kind === "market" ? draft.row : undefined;
  const rows = useMemo(
    () => (own === undefined || listed.some(({ id }) => id === own.id) ? listed : [own, ...listed]),
    [own, listed],
  );
  const found = useMemo(() => targetFacts(target, rows), [target, rows]);
  if (draft.kind === "new" && draft.health !== undefined)
    return { facts: { health: { value: draft.health } }, markets: undefined, rows, loading: false };
  return {
    // Views and assets are known only once the whole list is loaded.
    facts: target.kind === "market" || complete ? found : undefined,
    markets,
    rows,
    loading: request !== undefined && !complete && phase !== "failed",
  };
}

const danger = (text: string): ReactNode => <p className="text-danger">{text}</p>;
const quiet = (text: string): ReactNode => <p className="text-small text-text2">{text}</p>;

function viewNow(unwatched: string | undefined, markets: number | undefined, loading: boolean): ReactNode {
  if (unwatched !== undefined) return danger(`This view ${unwatched}, so it can't be watched.`);
  if (markets === undefined)
    return quiet(loading ? "Loading view…" : "The view's current markets are unknown.");
  const count = countMarkets(markets);
  if (markets > maxWatchedMarkets)
    return danger(
      `This view has ${count}. It is watched once it has ${countMarkets(maxWatchedMarkets)} or fewer.`,
    );
  return quiet(
    `${count} ${markets === 1 ? "is" : "are"} in the view now. You'll be alerted when a new market joins.`,
  );
}

function When({
  form,
  reading,
  choices,
  target: { kind: target },
  facts,
  tried,
  onForm,
}: FormProps & { readonly choices: readonly Choice[]; readonly tried: boolean }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const { choice, side } = form;
  const measured = choice !== "cap" && choice !== "newMarket";
  const sides = measured ? sidesOf[choice] : [];
  // After the dialog, which takes the focus when it opens. On a phone the keyboard would cover the form.
  useEffect(() => {
    if (!window.matchMedia("(pointer: coarse)").matches) field.current?.select();
  }, []);
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">Condition</legend>
      <div className="flex flex-wrap items-start gap-2">
        {choices.length === 1 ? (
          <span className="flex h-8 items-center pointer-coarse:h-11">{choiceName(choice, target)}</span>
        ) : (
          <Select
            label="Figure"
            options={choices.map((value) => ({ value, label: choiceName(value, target) }))}
            value={choice}
            className="flex-1 basis-40 max-md:basis-full"
            onChange={(chosen) => onForm(suggest(chosen, facts, target))}
          />
        )}
        {sides.length === 2 ? (
          <Select
            label="Over or under"
            options={sides.map((value) => ({ value, label: value }))}
            value={side}
            className="w-28"
            onChange={(chosen) => onForm({ ...form, side: chosen, reset: undefined })}
          />
        ) : measured ? (
          <span className="flex h-8 items-center text-text2 pointer-coarse:h-11">
            {choice === "fade" ? "is under by" : choice === "offPeg" ? "by" : `is ${side}`}
          </span>
        ) : null}
        {measured ? (
          <TextField
            ref={field}
            label="Value"
            labelPlace="hidden"
            inputMode="decimal"
            className="w-28"
            text={form.threshold}
            after={choice === "health" ? undefined : "%"}
            error={tried || form.threshold !== "" ? reading.thresholdFault : undefined}
            onText={(threshold) => onForm({ ...form, threshold, reset: undefined })}
          />
        ) : null}
      </div>
    </fieldset>
  );
}
