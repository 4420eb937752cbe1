// A part of a page that could not be read, told in its place: the rest of the page stands.
import type { ReactNode } from "react";
import type { LoadError } from "../../queries/fetch-json.ts";
import { formatCount } from "../../format/number.ts";
import { formatAge } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { ageTickMs, useNow } from "../../ui/page/now.ts";
import { failureWords } from "./failure-words.ts";

/** What happened, what of it is still shown, and the one next step. */
export function PartFailure({
  error,
  what,
  name,
  readAt,
  without = "",
  onRetry,
}: {
  readonly error: LoadError;
  /** What the answer should have listed. */
  readonly what: "changes" | "markets" | "positions";
  /** Whose it is, where several may fail. */
  readonly name?: string;
  /** When what is still shown of it was read, in milliseconds since the epoch. */
  readonly readAt: number | undefined;
  /** What it means that nothing of it is shown. */
  readonly without?: string;
  readonly onRetry: () => void;
}): ReactNode {
  const now = useNow(ageTickMs);
  const { heading, text } = wordsOf(error, what);
  const { Icon } = failureWords[error.kind];
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-panel border border-danger-line bg-danger-bg p-4"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">
          {name === undefined ? "" : `${name}: `}
          {heading}
        </h2>
        <p className="text-text2">
          {text} {readAt === undefined ? without : `What is shown of it was read ${formatAge(readAt, now)}.`}{" "}
          {error.status === undefined ? "" : `(${formatCount(error.status).text})`}
        </p>
      </div>
      <Button size="large" onClick={onRetry}>
        Try again
      </Button>
    </section>
  );
}

/** Of lists of markets the words say "filters" and "markets"; this is none. */
function wordsOf(
  { kind, code, message }: LoadError,
  what: string,
): { readonly heading: string; readonly text: string } {
  if (code === "record-unavailable") return { heading: "The record cannot be read now", text: message };
  if (kind === "unreadable")
    return { heading: `The answer is not a list of ${what}`, text: `${message} Trying again rarely helps.` };
  const { heading, text } = failureWords[kind];
  return { heading, text: kind === "refused" ? message : text(message) };
}
