import { useMemo, useState, type ReactNode } from "react";
import { refusalReason } from "../../actions/action-labels.ts";
import { listMarketActions } from "../../actions/market-actions.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { checkTexts } from "../../market/assess/check-words.ts";
import { peerPrices } from "../../market/assess/checks.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { MarketChecks } from "./market-checks.tsx";
import type { FactGroup } from "./market-fields.ts";
import { historySummary, type HistoryFinding } from "./history-findings.tsx";
import { countOf } from "../../format/number.ts";

export function MarketDetails({
  row,
  groups,
  peers,
  past,
}: {
  readonly row: MarketRow;
  readonly groups: readonly FactGroup[];
  readonly peers: readonly MarketRow[];
  readonly past: readonly HistoryFinding[];
}): ReactNode {
  const [open, setOpen] = useState(false);
  const prices = useMemo(() => peerPrices(peers), [peers]);
  const checks = useMemo(() => checkTexts(row, prices), [row, prices]);
  const doubtful = checks.some(({ verdict }) => verdict === "fail");
  const inShort = historySummary(past);
  const passed = checks.filter(({ verdict }) => verdict === "pass").length;
  return (
    <>
      {/* Failed checks are not folded away. */}
      {doubtful ? <MarketChecks checks={checks} past={past} /> : null}
      <details
        className="rounded-panel border border-line2 bg-surface px-4 py-2"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="rounded-item py-1">
          <h2 className="inline font-semibold">Details and data</h2>
          {doubtful ? null : (
            <span className="ml-3 text-small text-text2">
              {passed === 0
                ? "No check could be made"
                : `${countOf(passed, "check")} passed: its figures do not contradict each other`}
              {inShort === undefined ? "" : `; ${inShort}`}
            </span>
          )}
        </summary>
        {open ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-3 pb-2">
            {doubtful ? null : <MarketChecks checks={checks} past={past} level={3} />}
            <Meanings groups={groups} />
            <ActionFacts row={row} />
            <RawJson row={row} />
          </div>
        ) : null}
      </details>
    </>
  );
}

function Meanings({ groups }: { readonly groups: readonly FactGroup[] }): ReactNode {
  return (
    <div>
      <h3 className="mb-1 font-semibold">What the facts say</h3>
      <dl className="grid gap-x-8 gap-y-1.5 text-small text-text2 sm:grid-cols-2">
        {groups.flatMap((group) =>
          group.facts.map(({ label, field, help }) => (
            <div key={`${group.id} ${label} ${field ?? ""}`}>
              <dt className="font-medium text-text">
                {label}
                {field === undefined ? null : (
                  <code className="ml-1.5 font-mono font-normal break-all text-text3">{field}</code>
                )}
              </dt>
              <dd>
                {help.what} Unit: {help.unit}.{help.formula === undefined ? "" : ` Formula: ${help.formula}.`}
              </dd>
            </div>
          )),
        )}
      </dl>
    </div>
  );
}

function ActionFacts({ row }: { readonly row: MarketRow }): ReactNode {
  const { interstitialUrl, actionHosts } = useDashboardConfig();
  const actions = listMarketActions(row, {
    interstitialUrl,
    ...(actionHosts === undefined ? {} : { hosts: actionHosts }),
  });
  return (
    <div>
      <h3 className="mb-1 font-semibold">Actions</h3>
      {actions.length === 0 ? (
        <p className="text-text2">This market offers no actions through the service.</p>
      ) : (
        <dl>
          {actions.map(({ key, label, link }) => (
            <Stat key={key} line label={label} className="py-[2px]">
              {link.ok ? (
                <span className="text-small [overflow-wrap:anywhere]">{link.host}</span>
              ) : (
                <span className="text-text3">refused: {refusalReason(link.refusal)}</span>
              )}
            </Stat>
          ))}
        </dl>
      )}
    </div>
  );
}

function RawJson({ row }: { readonly row: MarketRow }): ReactNode {
  const text = useMemo(() => JSON.stringify(row.raw, undefined, 2), [row.raw]);
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Raw JSON</h3>
        <CopyButton label="Copy" what="Raw JSON" aria-label="Copy raw JSON" text={() => text} />
      </div>
      {/* A scroll region needs focus, or the keyboard could not scroll it. */}
      <section aria-label="Raw JSON of the market" tabIndex={0} className="max-h-96 overflow-auto">
        <pre className="py-2 font-mono text-small">{text}</pre>
      </section>
    </div>
  );
}
