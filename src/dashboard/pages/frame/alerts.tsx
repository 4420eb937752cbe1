import type { ReactNode } from "react";
import { requestedDraft, createdRuleName } from "../../data/alerts/alert-draft.ts";
import { useHasAlerts } from "../../data/alerts/alert-marks.ts";
import { useStoredValue } from "../../data/storage/stored-value.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyPart } from "../../ui/page/load-boundary.tsx";

const AlertDialog = lazyPart(async () => (await import("../alerts/alert-dialog.tsx")).AlertDialog);
const RuleSavedNotice = lazyPart(
  async () => (await import("../alerts/rule-saved-notice.tsx")).RuleSavedNotice,
);
fetchLater(AlertDialog, RuleSavedNotice);
const AlertWatch = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return (await import("../alerts/alert-watch.tsx")).AlertWatch;
});

export function Alerts(): ReactNode {
  const draft = useStoredValue(requestedDraft);
  const made = useStoredValue(createdRuleName);
  return (
    <>
      {useHasAlerts() ? <AlertWatch /> : null}
      {made === undefined ? null : <RuleSavedNotice name={made} />}
      {draft === undefined ? null : <AlertDialog draft={draft} />}
    </>
  );
}
