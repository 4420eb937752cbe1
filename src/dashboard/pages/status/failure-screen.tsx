// Nothing could be loaded. Each kind of failure says what happened, what is still true, and the one next step.
import { FileX } from "lucide-react";
import type { ReactNode } from "react";
import { LoadError } from "../../queries/fetch-json.ts";
import { formatClock, formatUntil } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { useNow } from "../../ui/page/now.ts";
import { failureWords, type FailureWords } from "./failure-words.ts";

/** A fault nobody foresaw is told as it is. */
function describe(error: unknown, what: string): FailureWords {
  return error instanceof LoadError
    ? failureWords[error.kind]
    : {
        word: "fault",
        heading: "Something unexpected went wrong",
        text: () =>
          `${what} could not be read because of a fault in the dashboard. The report helps to mend it.`,
        Icon: FileX,
        step: "report",
      };
}

export function FailureScreen({
  attempt,
  what,
}: {
  /** What failed and how it is retried: the list of markets, or the configuration. */
  readonly attempt: {
    readonly error: unknown;
    /** When it will be tried again without anyone pressing anything, in ms since the epoch. */
    readonly nextRetryAt: number | undefined;
    readonly retry: () => void;
    readonly stopRetrying: () => void;
  };
  /** What was asked for, as a sentence begins: "The list of markets". */
  readonly what: string;
}): ReactNode {
  const { error, nextRetryAt, retry, stopRetrying } = attempt;
  const failure = describe(error, what);
  const waiting = nextRetryAt !== undefined;
  const now = useNow(waiting ? 1000 : undefined);
  const offline = error instanceof LoadError && error.kind === "offline";
  return (
    <section
      role="alert"
      aria-labelledby="failure-heading"
      className="flex flex-1 flex-col justify-center px-6 py-12 md:px-12"
    >
      <div className="max-w-[440px]">
        <span
          className={classNames(
            "mb-4 inline-flex size-[30px] items-center justify-center rounded-control border",
            offline ? "border-line2 text-text2" : "border-danger-line bg-danger-bg text-danger",
          )}
        >
          <failure.Icon aria-hidden="true" className="size-3.5" />
        </span>
        <h2 id="failure-heading" className="text-[15px] leading-5 font-semibold">
          {failure.heading}
        </h2>
        <p className="mt-1.5 text-text2">{failure.text(error instanceof LoadError ? error.message : "")}</p>
        {nextRetryAt === undefined || offline ? null : (
          // Counting down every second is for the eye only: read aloud it would never end.
          <p className="text-text2" aria-live="off">
            Trying again by itself {formatUntil(nextRetryAt, now)}, then less and less often.
          </p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          {failure.step === "report" ? (
            <CopyButton
              size="large"
              variant="primary"
              label="Copy report"
              what="Report"
              text={() => failureReport(error)}
            />
          ) : null}
          <Button
            size="large"
            variant={failure.step === "wait" && waiting ? "primary" : "outline"}
            onClick={retry}
          >
            {failure.step === "wait" ? "Try now" : "Try again"}
          </Button>
          {failure.step === "wait" && waiting ? (
            <Button size="large" onClick={stopRetrying}>
              Stop trying
            </Button>
          ) : null}
          {failure.step === "reload" ? (
            <Button size="large" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          ) : null}
        </div>
        <p className="mt-4 text-tiny text-text3">{trace(error)}</p>
      </div>
    </section>
  );
}

/** One quiet line with the facts: "401, page 1, 14:02:31 UTC". */
function trace(error: unknown): string {
  if (!(error instanceof LoadError)) return "";
  return [
    error.status === undefined ? undefined : String(error.status),
    error.page === 0 ? "GET /api/dashboard" : `GET /api/v0/markets, page ${error.page}`,
    formatClock(error.at),
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** What to send on: what failed, when and how. Holds no key. */
function failureReport(error: unknown): string {
  const facts =
    error instanceof LoadError
      ? [
          `Failure: ${error.kind}`,
          `Status: ${error.status ?? "none"}`,
          `Page: ${error.page}`,
          `Time: ${formatClock(error.at)}`,
          error.message,
          ...(error.detail === undefined ? [] : [error.detail]),
        ]
      : [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  return [...facts, `Address: ${window.location.href}`, ""].join("\n");
}
