import { lazy, type ReactNode } from "react";
import { useAlertDraft, useMadeRule } from "../../data/alerts/alert-draft.ts";
import { useHasAlerts } from "../../data/alerts/alert-marks.ts";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";
import { lazyWithPreload } from "../../ui/page/network/lazy-with-preload.tsx";
import { LoadBoundary } from "../../ui/page/load-boundary.tsx";

const AlertDialog = lazyWithPreload(async () => (await import("../alerts/alert-dialog.tsx")).AlertDialog);
const RuleSavedNotice = lazyWithPreload(
  async () => (await import("../alerts/rule-saved-notice.tsx")).RuleSavedNotice,
);
fetchLater(AlertDialog, RuleSavedNotice);
const AlertWatch = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return { default: (await import("../alerts/alert-watch.tsx")).AlertWatch };
});

export function Alerts(): ReactNode {
  const draft = useAlertDraft();
  const made = useMadeRule();
  return (
    <>
      {useHasAlerts() ? (
        <LoadBoundary>
          <AlertWatch />
        </LoadBoundary>
      ) : null}
      {made === undefined ? null : (
        <LoadBoundary>
          <RuleSavedNotice name={made} />
        </LoadBoundary>
      )}
      {draft === undefined ? null : (
        <LoadBoundary>
          <AlertDialog draft={draft} />
        </LoadBoundary>
      )}
    </>
  );
}
