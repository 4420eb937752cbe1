import { lazyPart } from "../../ui/page/load-boundary.tsx";
import { fetchLater } from "../../ui/page/network/fetch-later.ts";

export const LazyHelpDialog = lazyPart(async () => (await import("./help-dialog.tsx")).HelpDialog);
fetchLater(LazyHelpDialog);
