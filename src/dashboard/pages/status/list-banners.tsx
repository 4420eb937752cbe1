// What is wrong with the list while it can still be read: old data, a missing page, a failed refresh. The banners are docked
// under the list, above the tray, so that no row moves when one comes or goes.
import { Clock, RefreshCw, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketsWalk } from "../../data/markets/markets-walk.ts";
import { formatAge, formatClock } from "../../format/time.ts";
import { Banner } from "../../ui/marks/banner.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { useNow } from "../../ui/page/now.ts";
import { failureWords } from "./failure-words.ts";
import { nextTrySentence } from "./data-state.ts";

const iconLook = { className: "size-4" } as const;

export function ListBanners({ walk }: { readonly walk: MarketsWalk }): ReactNode {
  const now = useNow(walk.nextRetryAt === undefined ? 30_000 : 1000);
  if (walk.rows.length === 0) return null;
  const next = nextTrySentence(walk, now);
  const later = next === undefined ? null : <span aria-live="off"> {next}</span>;
  const { error } = walk;

  if (walk.failedPage !== undefined)
    return (
      <Banner
        tone="danger"
        icon={error?.kind === "offline" ? <WifiOff {...iconLook} /> : <TriangleAlert {...iconLook} />}
        action={
          <span className="flex shrink-0 gap-2">
            <Button icon={<RefreshCw aria-hidden="true" className="size-3.5" />} onClick={walk.retry}>
              Retry page {walk.failedPage}
            </Button>
          </span>
        }
      >
        <b className="font-semibold text-text">Page {walk.failedPage} did not arrive</b>
        {error === undefined ? "." : ` (${error.status ?? failureWords[error.kind].word}).`} Markets on it and
        after it are missing, so the order is provisional.{later}
      </Banner>
    );
  if (walk.stale)
    return (
      <Banner
        tone="danger"
        icon={<Clock {...iconLook} />}
        action={<Button onClick={walk.refresh}>Try now</Button>}
      >
        <b className="font-semibold text-text">These rates were read {formatAge(walk.readAt, now)}.</b> The
        service has not had a newer answer since {formatClock(walk.readAt)}.{later}
      </Banner>
    );
  if (error !== undefined)
    return (
      <Banner
        tone="danger"
        icon={error.kind === "offline" ? <WifiOff {...iconLook} /> : <TriangleAlert {...iconLook} />}
        action={<Button onClick={walk.retry}>Try now</Button>}
      >
        <b className="font-semibold text-text">
          {error.kind === "offline" ? "You are offline." : "The last refresh failed."}
        </b>{" "}
        {error.kind === "offline" ? "" : `${error.message} `}What is shown was read at{" "}
        {formatClock(walk.readAt)}.{later}
      </Banner>
    );
  return null;
}
