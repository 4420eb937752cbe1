// What is shown when a page breaks or its code does not arrive: the rest of the dashboard stays.
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { Button, linkButtonClass } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { useOnline } from "../../ui/page/network/online.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { PageHeading, usePageTitle } from "./page-heading.tsx";

export function PageFault({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry: () => void;
}): ReactNode {
  return (
    <div role="alert" className="mx-auto w-full max-w-xl px-6 py-16">
      <h1 className="text-title font-semibold">This page broke</h1>
      <p className="mt-2 text-text2">
        A fault in the dashboard, not in your data. Trying again often helps; reloading the page does when a
        newer version was installed meanwhile.
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="primary" size="large" onClick={retry}>
          Try again
        </Button>
        <Button size="large" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
        <CopyButton size="large" label="Copy report" what="Report" text={() => faultReport(error)} />
      </div>
    </div>
  );
}

function faultReport(error: unknown): string {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [`Page: ${window.location.pathname}`, `Browser: ${navigator.userAgent}`, description, ""].join("\n");
}

/** In the place of a page whose code did not arrive. */
export function PageMissing({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const online = useOnline();
  const heading = online ? "This page could not be loaded" : "You are offline";
  usePageTitle(heading);
  useRetryOnline(online, onRetry);
  return (
    <div role="alert" className="mx-auto w-full max-w-xl px-6 py-16">
      <PageHeading page={`missing ${path}`}>{heading}</PageHeading>
      <p className="mt-2 text-text2">
        {online
          ? "Its code did not arrive. The connection may be poor, or a newer version was installed meanwhile."
          : "This page was not loaded before. It opens by itself as soon as the connection is back."}
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link href={hrefTo("/", search)} className={linkButtonClass("primary", "large")}>
          Back to the list
        </Link>
        <Button size="large" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

/** Tries again when the network comes back. */
function useRetryOnline(online: boolean, onRetry: () => void): void {
  const wasOffline = useRef(false);
  useEffect(() => {
    if (online && wasOffline.current) onRetry();
    wasOffline.current = !online;
  }, [online, onRetry]);
}
