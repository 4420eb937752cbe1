// What is wrong with the list while it can still be read: old data, a missing page, a failed refresh. The banners are docked
// under the list, above the tray, so that no row moves when one comes or goes.
import { Clock, RefreshCw, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import { formatClock } from "../../format/time.ts";
import { Banner } from "../../ui/marks/banner.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { useNow } from "../../ui/page/now.ts";
import { failureWords } from "./failure-words.ts";
import { nextTrySentence } from "./data-state.ts";

export function ListBanners({ result }: { readonly result: MarketsResult }): ReactNode {
  const now = useNow(result.nextRetryAt === undefined ? 30_000 : 1000);
  if (result.rows.length === 0) return null;
  const next = nextTrySentence(result, now);
  const later = next === undefined ? null : <span aria-live="off"> {next}</span>;
  const { error, failedPage, readAt } = result;
  const offline = error?.kind === "offline";
  const Sign = offline ? WifiOff : TriangleAlert;
  const icon = <Sign className="size-4" />;

  if (failedPage !== undefined)
    return (
      <Banner
        icon={icon}
        action={
          <Button icon={<RefreshCw aria-hidden="true" className="size-3.5" />} onClick={result.retry}>
            Retry page {failedPage}
          </Button>
        }
      >
        <Head>Page {failedPage} did not arrive</Head>
        {error === undefined ? "." : ` (${error.status ?? failureWords[error.kind].word}).`} Markets on it and
        after it are missing, so the order is provisional.{later}
      </Banner>
    );
  if (result.stale)
    return (
      <Banner icon={<Clock className="size-4" />} action={<Button onClick={result.refresh}>Try now</Button>}>
        {/* No age: it would be read aloud each time it changes, and the header has it. */}
        <Head>These rates were read at {formatClock(readAt)}.</Head> The service has had no newer answer.
        {later}
      </Banner>
    );
  if (error === undefined) return null;
  return (
    <Banner icon={icon} action={<Button onClick={result.retry}>Try now</Button>}>
      <Head>{offline ? "You are offline." : "The last refresh failed."}</Head>{" "}
      {offline ? "" : `${error.message} `}What is shown was read at {formatClock(readAt)}.{later}
    </Banner>
  );
}

function Head({ children }: { readonly children: ReactNode }): ReactNode {
  return <b className="font-semibold text-text">{children}</b>;
}
