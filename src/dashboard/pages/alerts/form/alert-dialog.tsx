// The one form of all rules, wherever it is opened.
import { useMemo, useState, type ReactNode } from "react";
import {
  maximumRules,
  type AlertCondition,
  type AlertRule,
  type AlertTarget,
} from "../../../../contract/alerts/rule.ts";
import { mostServed, rulesToServe } from "../../../../contract/alerts/served.ts";
import { mostWatchedMarkets, targetKey } from "../../../../alerts/judge.ts";
import { expectedPrices } from "../../../../alerts/prices.ts";
import { askForAlert, reportMadeRule, type AlertDraft } from "../../../data/alerts/alert-draft.ts";
import { keepRule, newRuleId, useAlertRules } from "../../../data/alerts/kept-alerts.ts";
import { readWallet } from "../../../data/positions/wallet-address.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { useMarkets } from "../../../queries/markets/use-markets.ts";
import { everyDeposit } from "../../../data/markets/whole-lists.ts";
import { useStars } from "../../../data/kept/stars.ts";
import { countOf, formatCount } from "../../../format/number.ts";
import { countMarkets } from "../../../format/count-markets.ts";
import { alertFacts, marketFacts, whyUnwatched } from "../../../select/alerts/alert-facts.ts";
import { watchRequest } from "../../../select/alerts/watch-request.ts";
import { viewFilterOf } from "../../../select/alerts/view-filter.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { ruleName } from "../alert-words.ts";
import { choicesOf, formOf, readForm, suggest, targetOf } from "./rule-form.ts";
import { Now, type NowProps } from "./now.tsx";
import { When } from "./when.tsx";
import { Where, type Judge } from "./where.tsx";

const close = (): void => askForAlert(undefined);

export function AlertDialog({ draft }: { readonly draft: AlertDraft }): ReactNode {
  const rules = useAlertRules();
  const announce = useAnnounce();
  const changed = draft.kind === "rule" ? draft.rule : undefined;
  const { starred } = useStars();
  const target = useMemo(() => targetOf(draft, starred), [draft, starred]);
  const { facts, markets, rows, loading } = useFacts(draft, target);
  const kept = changed && formOf(changed.condition);
  const choices = choicesOf(target.kind, facts, kept?.choice);
  const [typed, setTyped] = useState(kept);
  const wanted = draft.kind === "asset" ? draft.measure : undefined;
  const first = choices.find((choice) => choice === wanted) ?? choices[0] ?? "depositApy";
  const form = typed ?? suggest(first, facts, target.kind);
  const reading = readForm(form);
  const { condition } = reading;
  const { alerts } = useDashboardConfig();
  const [where, setWhere] = useState(() => ({
    browser: changed?.browser ?? false,
    sends: changed?.sendTo !== undefined,
    address: changed?.sendTo ?? rules.find(({ sendTo }) => sendTo !== undefined)?.sendTo ?? "",
  }));
  const others = rules.filter(({ id }) => id !== changed?.id);
  const judge: Judge =
    alerts === undefined
      ? { because: "" }
      : (whyNotServed(condition && ruleOf(target, condition), others, starred) ?? alerts);
  const canSend = alerts?.send === true && judge === alerts;
  const wallet = canSend && where.sends ? readWallet(where.address) : undefined;
  const [tried, setTried] = useState(false);
  // An event may outlive its rule, which is then created again.
  const isKept = others.length < rules.length;
  const full = !isKept && rules.length >= maximumRules;
  const unwatched = target.kind === "view" ? whyUnwatched(target.search) : undefined;
  const nothingToWatch = !loading && choices.length === 0;

  const save = (): void => {
    setTried(true);
    if (condition === undefined || wallet?.ok === false) return;
    const rule: AlertRule = {
      ...ruleOf(target, condition),
      id: changed?.id ?? newRuleId(),
      browser: where.browser,
      ...(wallet === undefined ? {} : { sendTo: wallet.wallet }),
      paused: changed?.paused ?? false,
      madeAt: changed?.madeAt ?? Date.now(),
    };
    if (!keepRule(rule)) return;
    announce(`${isKept ? "Rule changed" : "Rule made"}: ${ruleName(rule)}.`);
    close();
    if (!isKept) reportMadeRule(ruleName(rule));
  };
  const shared = { target, form, reading, facts, onForm: setTyped };

  return (
    <Dialog
      title={isKept ? "Change rule" : "New rule"}
      aside={<span className="min-w-0 truncate text-text2">{target.name}</span>}
      onClose={close}
      footer={
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 text-small text-text2">
            {formatCount(rules.length).text} of {countOf(maximumRules, "rule")}
          </p>
          <Button size="large" onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            size="large"
            disabled={full || unwatched !== undefined || nothingToWatch}
            onClick={save}
          >
            {isKept ? "Save rule" : "Create rule"}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {full ? (
          <p role="alert" className="text-danger">
            There are {formatCount(maximumRules).text} rules already, the maximum. Delete one first.
          </p>
        ) : null}
        {nothingToWatch ? (
          <p>No figure of {target.name} is known that could be watched.</p>
        ) : (
          <When {...shared} choices={choices} tried={tried} />
        )}
        {target.kind === "view" ? (
          <ViewNow unwatched={unwatched} markets={markets} loading={loading} />
        ) : (
          <Now {...shared} rows={rows} loading={loading} />
        )}
        <Where
          target={target.kind}
          where={where}
          wallet={wallet}
          canSend={canSend}
          tried={tried}
          judge={unwatched === undefined ? judge : undefined}
          onWhere={(part) => setWhere((now) => ({ ...now, ...part }))}
        />
      </div>
    </Dialog>
  );
}

/** Why the service would not judge a rule, as a sentence after another; undefined where it would. */
function whyNotServed(
  rule: AlertRule | undefined,
  others: readonly AlertRule[],
  starred: ReadonlySet<string>,
): { readonly because: string } | undefined {
  if (rule === undefined || rulesToServe([...others, rule], true).includes(rule)) return undefined;
  if (rule.target.kind === "position")
    return {
      because: ` The service reads the loans of ${countOf(mostServed.wallets, "wallet")}, and other rules name as many.`,
    };
  const filter = rule.target.kind === "view" ? viewFilterOf(rule.target.search, starred) : undefined;
  return {
    because:
      filter !== undefined && "why" in filter
        ? ` The service cannot judge it: this view looks at ${filter.why}.`
        : ` The service has room for ${countOf(mostServed.views, "view")}, fewer where they name many markets, and other rules take it up.`,
  };
}

function ruleOf(target: AlertTarget, condition: AlertCondition): AlertRule {
  return { id: "draft", target, condition, browser: false, paused: false, madeAt: 0 };
}

/** What is known now about a draft's target, from a list that holds it. */
function useFacts(
  draft: AlertDraft,
  target: AlertTarget,
): Pick<NowProps, "facts" | "rows" | "loading"> & {
  /** How many markets a view has now. */
  readonly markets: number | undefined;
} {
  const { starred } = useStars();
  // Facts do not depend on the condition.
  const rule = useMemo(() => ruleOf(target, { kind: "cap" }), [target]);
  const request = useMemo(() => watchRequest([rule]), [rule]);
  const { rows: listed, phase, readAt = 0 } = useMarkets(request ?? everyDeposit);
  const complete = phase === "complete" && request !== undefined;
  const looked = useMemo(
    () => alertFacts([rule], listed, { readAt, starred }),
    [rule, listed, readAt, starred],
  );
  const asked = draft.kind === "market" ? draft.row : undefined;
  const rows = useMemo(
    () => (asked === undefined || listed.some(({ id }) => id === asked.id) ? listed : [asked, ...listed]),
    [asked, listed],
  );
  if (draft.kind === "position") {
    const { health } = draft;
    const facts = health === undefined ? {} : { health: { value: health } };
    return { facts, markets: undefined, rows, loading: false };
  }
  const key = targetKey(rule);
  return {
    // A view or an asset is known only once the whole list is loaded.
    facts:
      target.kind === "market" || complete
        ? (looked.targets.get(key) ?? (asked && marketFacts(asked, expectedPrices(listed))))
        : undefined,
    markets: complete ? looked.views.get(key)?.length : undefined,
    rows,
    loading: request !== undefined && !complete && phase !== "failed",
  };
}

function ViewNow({
  unwatched,
  markets,
  loading,
}: {
  readonly unwatched: string | undefined;
  readonly markets: number | undefined;
  readonly loading: boolean;
}): ReactNode {
  const problem =
    unwatched !== undefined
      ? `This view asks for ${unwatched}. It is not watched.`
      : markets !== undefined && markets > mostWatchedMarkets
        ? `This view has ${countMarkets(markets)}. It is watched once it has ${countMarkets(mostWatchedMarkets)} or fewer.`
        : undefined;
  if (problem !== undefined) return <p className="text-danger">{problem}</p>;
  return (
    <p className="text-small text-text2">
      {markets !== undefined
        ? `${countMarkets(markets)} ${markets === 1 ? "is" : "are"} in the view now. It fires for a market that was never in it while this rule was kept.`
        : loading
          ? "Reading what is in the view now…"
          : "What is in the view now is not known."}
    </p>
  );
}
