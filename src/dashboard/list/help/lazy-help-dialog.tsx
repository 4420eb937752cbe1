import type { ReactNode } from "react";
import { lazyWithPreload } from "../../ui/page/network/lazy-with-preload.tsx";
import { LoadBoundary } from "../../ui/page/load-boundary.tsx";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";

const HelpDialog = lazyWithPreload(async () => (await import("./help-dialog.tsx")).HelpDialog);
fetchLater(HelpDialog);

export function LazyHelpDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <LoadBoundary>
      <HelpDialog onClose={onClose} />
    </LoadBoundary>
  );
}
