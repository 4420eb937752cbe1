// What is shown when a page breaks: the rest of the dashboard stays.
import type { ReactNode } from "react";
import { Button } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";

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
