// The one form of all rules, wherever it is asked for: what to tell, when to tell it again, and where.
import { useMemo, useState, type ReactNode } from "react";
import {
  maximumRules,
  type AlertCondition,
  type AlertRule,
  type AlertTarget,
} from "../../../../contract/alerts/rule.ts";
import { mostServed, rulesToServe } from "../../../../contract/alerts/served.ts";
import { mostWatchedMarkets, targetKey, type TargetFacts } from "../../../../alerts/judge.ts";
import { expectedPrices } from "../../../../alerts/prices.ts";
import { askForAlert, reportMadeRule, type AlertDraft } from "../../../data/alerts/alert-draft.ts";
import { keepRule, newRuleId, useAlertRules } from "../../../data/alerts/kept-alerts.ts";
import { readWallet } from "../../../data/positions/wallet-address.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { useMarkets } from "../../../queries/markets/use-markets.ts";
import { everyDeposit } from "../../../data/markets/whole-lists.ts";
import { useStars } from "../../../data/kept/stars.ts";
import { formatCount } from "../../../format/number.ts";
import { countMarkets } from "../../../format/count-markets.ts";
import { alertFacts, marketFacts, whyUnwatched } from "../../../select/alerts/alert-facts.ts";
import { watchRequest } from "../../../select/alerts/watch-request.ts";
import { viewFilterOf } from "../../../select/alerts/view-filter.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { ruleName } from "../alert-words.ts";
import { choiceOf, choicesOf, formOf, readForm, suggest, targetOf, type RuleForm } from "./rule-form.ts";
import { Now } from "./now.tsx";
import { When } from "./when.tsx";
import { Where } from "./where.tsx";

function close(): void {
  askForAlert(undefined);
}

export function AlertDialog({ draft }: { readonly draft: AlertDraft }): ReactNode {
  const rules = useAlertRules();
  const announce = useAnnounce();
  const changed = draft.kind === "rule" ? draft.rule : undefined;
  const { starred } = useStars();
  const target = useMemo(() => targetOf(draft, starred), [draft, starred]);
  const { facts, markets, rows, loading } = useFacts(draft);
  const choices = choicesOf(
    target.kind,
    facts,
    changed === undefined ? undefined : choiceOf(changed.condition),
  );
  const [typed, setTyped] = useState<RuleForm | undefined>(
    changed === undefined ? undefined : formOf(changed.condition),
  );
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
  const notServed = whyNotServed(
    condition === undefined ? undefined : wouldBe(target, condition),
    rules.filter(({ id }) => id !== changed?.id),
    alerts !== undefined,
    starred,
  );
  const canSend = alerts?.send === true && notServed === undefined;
  const wallet = canSend && where.sends ? readWallet(where.address) : undefined;
  const [tried, setTried] = useState(false);
  // The rule of an old event may be gone: then it is made again.
  const isKept = rules.some(({ id }) => id === changed?.id);
  const full = !isKept && rules.length >= maximumRules;
  const unwatched = target.kind === "view" ? whyUnwatched(target.search) : undefined;
  const nothingToWatch = !loading && choices.length === 0;

  const save = (): void => {
    setTried(true);
    if (condition === undefined || wallet?.ok === false) return;
    const rule: AlertRule = {
      ...wouldBe(target, condition),
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

  return (
    <Dialog
      title={isKept ? "Change rule" : "New rule"}
      aside={<span className="min-w-0 truncate text-text2">{target.name}</span>}
      onClose={close}
      footer={
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 text-small text-text2">
            {formatCount(rules.length).text} of {formatCount(maximumRules).text} rules
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
            There are {formatCount(maximumRules).text} rules already, as many as are kept. Delete one first.
          </p>
        ) : null}
        {nothingToWatch ? (
          <p>No figure of {target.name} is known that could be watched.</p>
        ) : (
          <When
            form={form}
            reading={reading}
            choices={choices}
            target={target.kind}
            facts={facts}
            tried={tried}
            onForm={setTyped}
          />
        )}
        {target.kind === "view" ? (
          <ViewNow unwatched={unwatched} markets={markets} loading={loading} />
        ) : (
          <Now
            target={target}
            rows={rows}
            form={form}
            reading={reading}
            facts={facts}
            loading={loading}
            onForm={setTyped}
          />
        )}
        <Where
          target={target.kind}
          where={where}
          wallet={wallet}
          canSend={canSend}
          tried={tried}
          judged={
            unwatched !== undefined
              ? "nobody"
              : alerts !== undefined && notServed === undefined
                ? { everyMs: alerts.everyMs }
                : { because: notServed ?? "" }
          }
          onWhere={(part) => setWhere((now) => ({ ...now, ...part }))}
        />
      </div>
    </Dialog>
  );
}

/**
 * Why the service would not judge a rule, as a sentence after another; undefined where it would.
 * @param others the rules there are besides
 */
function whyNotServed(
  rule: AlertRule | undefined,
  others: readonly AlertRule[],
  serves: boolean,
  starred: ReadonlySet<string>,
): string | undefined {
  if (!serves) return "";
  if (rule === undefined || rulesToServe([...others, rule], true).includes(rule)) return undefined;
  if (rule.target.kind === "position")
    return ` The service reads the loans of ${formatCount(mostServed.wallets).text} wallets, and other rules name as many.`;
  const said = rule.target.kind === "view" ? viewFilterOf(rule.target.search, starred) : undefined;
  return said !== undefined && "why" in said
    ? ` The service cannot judge it: this view looks at ${said.why}.`
    : ` The service has room for ${formatCount(mostServed.views).text} views, fewer where they name many markets, and other rules take it up.`;
}

/** A rule with nothing decided but what it is about. */
function wouldBe(target: AlertTarget, condition: AlertCondition): AlertRule {
  return { id: "draft", target, condition, browser: false, paused: false, madeAt: 0 };
}

/** What is known now of what the draft is about, from a list that holds it. */
function useFacts(draft: AlertDraft): {
  readonly facts: TargetFacts | undefined;
  /** How many markets a view has now. */
  readonly markets: number | undefined;
  /** The markets of the list, and that which is asked about. */
  readonly rows: readonly MarketRow[];
  readonly loading: boolean;
} {
  const { starred } = useStars();
  const rule = useMemo((): AlertRule => {
    if (draft.kind === "rule") return { ...draft.rule, paused: false };
    const target = targetOf(draft, starred);
    // Any condition does: facts are of targets.
    return wouldBe(target, { kind: target.kind === "view" ? "newMarket" : "cap" });
  }, [draft, starred]);
  const request = useMemo(() => watchRequest([rule]), [rule]);
  const result = useMarkets(request ?? everyDeposit);
  const complete = result.phase === "complete" && request !== undefined;
  const looked = useMemo(
    () => alertFacts([rule], result.rows, { readAt: result.readAt ?? 0, starred }),
    [rule, result.rows, result.readAt, starred],
  );
  const asked = draft.kind === "market" ? draft.row : undefined;
  const rows = useMemo(
    () =>
      asked === undefined || result.rows.some(({ id }) => id === asked.id)
        ? result.rows
        : [asked, ...result.rows],
    [asked, result.rows],
  );
  if (draft.kind === "position")
    return {
      facts: draft.health === undefined ? {} : { health: { value: draft.health } },
      markets: undefined,
      rows,
      loading: false,
    };
  const key = targetKey(rule);
  const found = looked.targets.get(key);
  const alone = asked === undefined ? undefined : marketFacts(asked, expectedPrices(result.rows));
  return {
    // Whether a view or an asset is known whole, the end of the list decides.
    facts: rule.target.kind === "market" || complete ? (found ?? alone) : undefined,
    markets: complete ? looked.views.get(key)?.length : undefined,
    rows,
    loading: request !== undefined && !complete && result.phase !== "failed",
  };
}

function ViewNow({
  unwatched,
  markets,
  loading,
}: {
  /** Why nobody watches it. */
  readonly unwatched: string | undefined;
  readonly markets: number | undefined;
  readonly loading: boolean;
}): ReactNode {
  const large = markets !== undefined && markets > mostWatchedMarkets;
  return (
    <p className={unwatched !== undefined || large ? "text-danger" : "text-small text-text2"}>
      {unwatched !== undefined
        ? `This view asks for ${unwatched}. It is not watched.`
        : large
          ? `This view has ${countMarkets(markets)}. It is watched once it has ${countMarkets(mostWatchedMarkets)} or fewer.`
          : markets === undefined
            ? loading
              ? "Reading what is in the view now…"
              : "What is in the view now is not known."
            : `${countMarkets(markets)} ${markets === 1 ? "is" : "are"} in the view now. It rings for a market that never was in it while this rule was kept.`}
    </p>
  );
}
