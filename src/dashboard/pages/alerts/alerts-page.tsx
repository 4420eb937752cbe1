import { BellPlus, CheckCheck } from "lucide-react";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { isDeposit } from "../../../contract/market.ts";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { markRead, storedInbox } from "../../data/alerts/kept-alerts.ts";
import { useSavedViews } from "../../data/storage/saved-views.ts";
import { useStoredValue } from "../../data/storage/stored-value.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { useAlertRules, useChangeRules } from "../../queries/alerts.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { allRatesRequest } from "../../data/markets/shared-requests.ts";
import { foldText } from "../../../domain/search-words.ts";
import { marketOptions, noMatchSoFar } from "../../market-name/market-option.ts";
import { depositTokens } from "../../select/whole-list/loan-tokens.ts";
import { formatInterval } from "../../../domain/format/time.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { Combobox } from "../../ui/fields/search/combobox.tsx";
import { Button, buttonClass } from "../../ui/fields/button.tsx";
import { Toast } from "../../ui/overlay/toast.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useNow } from "../../ui/page/now.ts";
import { PageHead } from "../frame/page-heading.tsx";
import { takeFocus } from "../../ui/page/restore-focus.tsx";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import type { ChangeRules, Deletion } from "./alert-entry.ts";
import { Inbox } from "./inbox.tsx";
import { RulesPanel } from "./rules-panel.tsx";
import { NoAlerts } from "../record/no-record.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

export function AlertsPage(): ReactNode {
  const { rules, loading, error } = useAlertRules();
  const changing = useChangeRules();
  const inbox = useStoredValue(storedInbox);
  const announce = useAnnounce();
  const result = useMarkets(allRatesRequest);
  const rows = useMemo(() => new Map(result.rows.map((row) => [row.id, row])), [result.rows]);
  const now = useNow(30_000);
  const { alerts } = useDashboardConfig();
  const announced = inbox.filter((item) => item.announced);
  const deferred = inbox.filter((item) => !item.announced);
  const [deletion, setDeletion] = useState<Deletion>();
  const [restored, setRestored] = useState<Deletion>();
  // It takes the focus from the Undo button, which is gone.
  useEffect(() => {
    if (restored !== undefined) document.getElementById(restored.id)?.focus();
  }, [restored]);
  const unread = announced.filter(({ read }) => !read).length;
  const watched = rules.filter(({ paused }) => !paused).length;
  const onChange: ChangeRules = (change, done) => changing.mutate(change, { onSuccess: () => done?.(rules) });
  const list = {
    rows,
    now,
    onDelete: (deleted: Deletion): void => {
      setDeletion(deleted);
      announce(`${deleted.what}.`);
    },
  };
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex flex-col gap-3 px-4 pt-4 pb-6 md:px-6">
        <PageHead
          title="Alerts"
          about={
            alerts === undefined || loading || (error !== undefined && rules.length === 0)
              ? undefined
              : rules.length === 0
                ? "no rules yet"
                : `${formatCount(unread).text} unread, ${countOf(watched, "rule")} checked every ${formatInterval(alerts.everyMs)}, even while this page is closed`
          }
        >
          {alerts === undefined ? undefined : (
            <>
              <Button
                variant="quiet"
                size="large"
                disabled={unread === 0}
                icon={<CheckCheck />}
                onClick={() => {
                  markRead(true);
                  announce("All alerts marked as read.");
                }}
              >
                Mark all read
              </Button>
              <NewRule className={buttonClass("outline", "large")}>
                <BellPlus />
                New rule
              </NewRule>
            </>
          )}
        </PageHead>
        {alerts === undefined ? <NoAlerts /> : null}
        <Problem size="part" error={changing.error}>
          Nothing was changed.
        </Problem>
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
          {alerts === undefined && announced.length === 0 ? null : (
            <Inbox
              announced={announced}
              deferred={deferred}
              create={
                <NewRule className="inline-flex items-center rounded-item font-medium text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11">
                  Create one
                </NewRule>
              }
              {...list}
            />
          )}
          {alerts === undefined ? null : (
            <div className="flex min-w-0 flex-col gap-4">
              <RulesPanel
                announced={announced}
                complete={result.phase === "complete"}
                onChange={onChange}
                {...list}
              />
              <SettingsPanel />
            </div>
          )}
        </div>
      </div>
      {deletion === undefined ? null : (
        <Toast>
          <p className="min-w-0 flex-1">{deletion.what}.</p>
          <Button
            ref={deletion.isLast === true ? takeFocus : undefined}
            onClick={() =>
              deletion.undo(() => {
                setDeletion((shown) => (shown === deletion ? undefined : shown));
                setRestored(deletion);
                announce("Restored.");
              })
            }
          >
            Undo
          </Button>
          <Button variant="quiet" onClick={() => setDeletion(undefined)}>
            Dismiss
          </Button>
        </Toast>
      )}
      <ListProblem result={result} />
    </div>
  );
}

function NewRule({
  className,
  children,
}: {
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <PopoverButton
      label="New rule"
      className={className}
      panelClassName="w-[min(28rem,calc(100vw-16px))] overflow-visible! p-3 text-left"
      content={(closePopover) => <ChooseTarget onChosen={closePopover} />}
    >
      {children}
    </PopoverButton>
  );
}

function ChooseTarget({ onChosen }: { readonly onChosen: () => void }): ReactNode {
  const { views } = useSavedViews();
  const result = useMarkets(allRatesRequest);
  const { rows } = result;
  const offers = useMemo(
    () => [
      ...views.map(({ name, search }) => ({
        value: `view ${name}`,
        label: name,
        detail: "Saved view: new markets in it",
        searchText: foldText(`${name} view`),
        draft: { kind: "new", target: { kind: "view", name, search } } as const,
      })),
      ...depositTokens(rows.filter(({ kind }) => isDeposit(kind))).map(({ mint, name, token }) => ({
        value: `asset ${mint}`,
        label: name,
        detail: "Token: its best rate, its price",
        searchText: foldText(`${name} token asset ${mint}`),
        draft: { kind: "new", target: { kind: "asset", mint, name: token.symbol } } as const,
      })),
      ...marketOptions(rows),
    ],
    [views, rows],
  );
  return (
    <Combobox
      label="What to watch"
      options={offers}
      selected={[]}
      onChange={([chosen]) => {
        const offer = offers.find(({ value }) => value === chosen);
        if (offer === undefined) return;
        onChosen();
        openAlertForm("row" in offer ? { kind: "market", row: offer.row } : offer.draft);
      }}
      summary="A market, a token or a saved view"
      placeholder="Market, token or view"
      awaited={result.loading ? noMatchSoFar : undefined}
      takesFocus
    />
  );
}
