// Alerts on every page: judging the rules, and the form that the bells open. Their code is fetched when it is needed, the
// judge's after everything that is seen.
import { useEffect, useState, type ReactNode } from "react";
import { useAlertDraft, useMadeRule } from "../../data/alerts/alert-draft.ts";
import { useHasRules } from "../../data/alerts/alert-marks.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../ui/page/lazy-part.tsx";

const alertDialog = lazyPart(async () => (await import("../alerts/form/alert-dialog.tsx")).AlertDialog);
const ruleMade = lazyPart(async () => (await import("../alerts/rule-made.tsx")).RuleMade);
fetchLater(alertDialog, ruleMade);
const alertWatch = lazyPart(async () => (await import("../alerts/alert-watch.tsx")).AlertWatch);

const watchAfterMs = 2000;

export function Alerts(): ReactNode {
  const draft = useAlertDraft();
  const made = useMadeRule();
  const hasRules = useHasRules();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!hasRules) return undefined;
    const timer = setTimeout(() => setLate(true), watchAfterMs);
    return () => clearTimeout(timer);
  }, [hasRules]);
  return (
    <>
      {hasRules && late ? <alertWatch.Part /> : null}
      {made === undefined ? null : <ruleMade.Part name={made} />}
      {draft === undefined ? null : <alertDialog.Part draft={draft} />}
    </>
  );
}
