// The one form of all rules, wherever it is asked for: what to tell, when to tell it again, and where.
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import {
  alertSides,
  maximumRules,
  sidesOf,
  type AlertCondition,
  type AlertRule,
  type AlertTarget,
} from "../../../../contract/alerts/rule.ts";
import { mostServed, rulesToServe } from "../../../../contract/alerts/served.ts";
import { mostWatchedMarkets, targetKey, type TargetFacts } from "../../../../alerts/judge.ts";
import { expectedPrices } from "../../../../alerts/prices.ts";
import { askForAlert, type AlertDraft } from "../../../data/alerts/alert-draft.ts";
import { keepRule, newRuleId, useAlertRules } from "../../../data/alerts/kept-alerts.ts";
import { readWallet } from "../../../data/positions/wallet-address.ts";
import { useDashboardConfig } from "../../../data/markets/configuration.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { useMarketsWalk } from "../../../data/markets/markets-walk.ts";
import { Queries } from "../../../data/queries.tsx";
import { useStars } from "../../../data/kept/stars.ts";
import { formatCount } from "../../../format/number.ts";
import { formatSpan } from "../../../format/time.ts";
import { countMarkets } from "../../../format/count-markets.ts";
import { alertFacts, marketFacts, watchRequest, whyUnwatched } from "../../../select/alerts/alert-facts.ts";
import { viewFilterOf } from "../../../select/alerts/view-filter.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { ruleName } from "../alert-words.ts";
import { askToNotify, notifyRefusal } from "../../../ui/page/notifications.ts";
import { Now } from "./now.tsx";
import {
  choiceName,
  choiceOf,
  choicesOf,
  formOf,
  readForm,
  suggest,
  targetOf,
  type Choice,
  type FormReading,
  type RuleForm,
} from "./rule-form.ts";

function close(): void {
  askForAlert(undefined);
}

/** Opened from any page, also from those that ask for no history. */
export function AlertDialog({ draft }: { readonly draft: AlertDraft }): ReactNode {
  return (
    <Queries>
      <RuleDialog draft={draft} />
    </Queries>
  );
}

function RuleDialog({ draft }: { readonly draft: AlertDraft }): ReactNode {
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
  const [browser, setBrowser] = useState(changed?.browser ?? false);
  const [sends, setSends] = useState(changed?.sendTo !== undefined);
  const [address, setAddress] = useState(
    () => changed?.sendTo ?? rules.find(({ sendTo }) => sendTo !== undefined)?.sendTo ?? "",
  );
  const notServed = whyNotServed(
    condition === undefined ? undefined : wouldBe(target, condition),
    rules.filter(({ id }) => id !== changed?.id),
    alerts !== undefined,
    starred,
  );
  const canSend = alerts?.send === true && notServed === undefined;
  const wallet = canSend && sends ? readWallet(address) : undefined;
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
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
      browser,
      ...(wallet === undefined ? {} : { sendTo: wallet.wallet }),
      paused: changed?.paused ?? false,
      madeAt: changed?.madeAt ?? Date.now(),
    };
    if (!keepRule(rule)) return;
    announce(`${isKept ? "Rule changed" : "Rule made"}: ${ruleName(rule)}.`);
    close();
  };
  const tick = async (on: boolean): Promise<void> => {
    setRefusal(undefined);
    if (!on) {
      setBrowser(false);
      return;
    }
    const answer = await askToNotify();
    setBrowser(answer === "granted");
    if (answer !== "granted") setRefusal(notifyRefusal(answer));
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
        <fieldset>
          <legend className="mb-1 text-small font-semibold">Where</legend>
          <Checkbox label="Inbox, always" checked disabled onChange={() => undefined} />
          <Checkbox label="Browser notification" checked={browser} onChange={(on) => void tick(on)} />
          {refusal === undefined ? null : (
            <p role="alert" className="text-small text-danger">
              {refusal}
            </p>
          )}
          {canSend ? <Checkbox label="Send to wallet" checked={sends} onChange={setSends} /> : null}
          {wallet === undefined ? null : (
            <div className="mt-1">
              <TextField
                label="Wallet address"
                text={address}
                autoComplete="off"
                autoCapitalize="off"
                autoCorrect="off"
                spellCheck={false}
                error={(tried || address.trim().length >= 32) && !wallet.ok ? wallet.message : undefined}
                onText={setAddress}
              />
              <p className="mt-1 text-small text-text2">
                Arrives where this wallet has subscribed to the app of whoever runs this service, at most 20
                times a day{target.kind === "position" ? ", also in quiet hours" : " and not in quiet hours"}.
                All rules are sent to the same wallet.
              </p>
            </div>
          )}
          <p className="mt-1 text-small text-text3">
            {unwatched !== undefined
              ? "Judged by nobody."
              : alerts !== undefined && notServed === undefined
                ? `Judged by the service every ${formatSpan(alerts.everyMs)}, also while this page is closed. It keeps the rule${wallet === undefined && target.kind !== "position" ? "" : " and the wallet's address"} under a random key of this browser.`
                : `Judged in this page while it is open in this browser, each time ${
                    target.kind === "position"
                      ? "the wallet's positions are read. Its address is kept here with the rule, and is sent to nobody but our API."
                      : "the list is read."
                  }${notServed ?? ""}`}
          </p>
        </fieldset>
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
  const walk = useMarketsWalk(request ?? { types: ["lending", "yield"], limit: 200 });
  const complete = walk.phase === "complete" && request !== undefined;
  const looked = useMemo(
    () => alertFacts([rule], walk.rows, { readAt: walk.readAt ?? 0, starred }),
    [rule, walk.rows, walk.readAt, starred],
  );
  const asked = draft.kind === "market" ? draft.row : undefined;
  const rows = useMemo(
    () =>
      asked === undefined || walk.rows.some(({ id }) => id === asked.id) ? walk.rows : [asked, ...walk.rows],
    [asked, walk.rows],
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
  const alone = asked === undefined ? undefined : marketFacts(asked, expectedPrices(walk.rows));
  return {
    // Whether a view or an asset is known whole, the end of the list decides.
    facts: rule.target.kind === "market" || complete ? (found ?? alone) : undefined,
    markets: complete ? looked.views.get(key)?.length : undefined,
    rows,
    loading: request !== undefined && !complete && walk.phase !== "failed",
  };
}

interface WhenProps {
  readonly form: RuleForm;
  readonly reading: FormReading;
  readonly choices: readonly Choice[];
  readonly target: AlertRule["target"]["kind"];
  readonly facts: TargetFacts | undefined;
  readonly tried: boolean;
  readonly onForm: (form: RuleForm) => void;
}

const selectClass =
  "h-8 min-w-0 rounded-control border border-control bg-inset px-2 text-text hover:border-text2 pointer-coarse:h-11 pointer-coarse:text-[16px]";

function When({ form, reading, choices, target, facts, tried, onForm }: WhenProps): ReactNode {
  const value = useRef<HTMLInputElement>(null);
  const { choice, side } = form;
  const measured = choice !== "cap" && choice !== "newMarket";
  const sides = measured ? sidesOf[choice] : [];
  // After the dialog, which takes the focus when it opens. On a phone the keyboard would cover what is below.
  useEffect(() => {
    if (!window.matchMedia("(pointer: coarse)").matches) value.current?.select();
  }, []);
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-semibold">Tell me when</legend>
      <div className="flex flex-wrap items-start gap-2">
        {choices.length === 1 ? (
          <span className="flex h-8 items-center pointer-coarse:h-11">{choiceName(choice, target)}</span>
        ) : (
          <select
            aria-label="What"
            value={choice}
            className={`${selectClass} flex-1 basis-40 max-md:basis-full`}
            onChange={(event) => {
              const chosen = choices.find((one) => one === event.currentTarget.value);
              if (chosen !== undefined) onForm(suggest(chosen, facts, target));
            }}
          >
            {choices.map((one) => (
              <option key={one} value={one} className="bg-raised">
                {choiceName(one, target)}
              </option>
            ))}
          </select>
        )}
        {sides.length === 2 ? (
          <select
            aria-label="Over or under"
            value={side}
            className={`${selectClass} w-28`}
            onChange={(event) => {
              const chosen = alertSides.find((one) => one === event.currentTarget.value);
              if (chosen !== undefined) onForm({ ...form, side: chosen, reset: undefined });
            }}
          >
            {sides.map((one) => (
              <option key={one} value={one} className="bg-raised">
                {one}
              </option>
            ))}
          </select>
        ) : measured ? (
          <span className="flex h-8 items-center text-text2 pointer-coarse:h-11">
            {choice === "fade" ? "is under by" : choice === "offPeg" ? "by" : `is ${side}`}
          </span>
        ) : null}
        {measured ? (
          <TextField
            ref={value}
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
