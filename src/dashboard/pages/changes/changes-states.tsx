// What stands where changes would: nothing is recorded here, they are on their way, or what failed and can be tried again.
import type { ReactNode } from "react";
import type { LoadError } from "../../data/markets/markets-client.ts";
import type { RecordAnswer } from "../../data/record/record-query.ts";
import { formatCount } from "../../format/number.ts";
import { formatAge } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { useNow } from "../../ui/page/now.ts";
import { failureWords } from "../status/failure-words.ts";

const codeClass =
  "block w-fit max-w-full overflow-x-auto rounded-item bg-track px-2 py-1 font-mono text-small text-text";

/** What a record would tell, and how whoever runs the service turns one on. */
export function NothingRecorded(): ReactNode {
  return (
    <section
      aria-labelledby="nothing-recorded"
      className="max-w-[72ch] rounded-panel border border-line2 bg-surface p-4 md:p-6"
    >
      <h2 id="nothing-recorded" className="text-[15px] leading-5 font-semibold">
        Nothing is recorded here
      </h2>
      <p className="mt-2 text-text2">
        What changed is known only to a service that keeps a record of every market: its rates, deposits, caps
        and terms of loans, walk after walk. This one keeps none. Whoever runs it turns the record on by
        setting <code className="font-mono">STORE</code> and starting it again:
      </p>
      <div className="mt-3 flex flex-col gap-2">
        <code className={codeClass}>STORE=file:data/yieldboard.db</code>
        <code className={codeClass}>STORE=postgres://user@host/yieldboard</code>
      </div>
      <p className="mt-3 text-text2">
        A file is enough for one instance; Postgres is for several. The record begins with the first walk:
        nothing from before is known.
      </p>
    </section>
  );
}

/** Of lists of markets the words say "filters" and "markets"; this is none. */
function wordsOf({ kind, code, message }: LoadError): { readonly heading: string; readonly text: string } {
  if (code === "record-unavailable") return { heading: "The record cannot be read now", text: message };
  if (kind === "unreadable") return { heading: "The answer is not a list of changes", text: message };
  if (kind === "refused") return { heading: failureWords.refused.heading, text: message };
  return { heading: failureWords[kind].heading, text: failureWords[kind].text(message) };
}

/** What happened, what of it is still shown, and the one next step. */
export function RecordFailure({
  answer: { error, readAt, retry },
}: {
  readonly answer: Pick<RecordAnswer<unknown>, "error" | "readAt" | "retry">;
}): ReactNode {
  const now = useNow(5000);
  if (error === undefined) return null;
  const { heading, text } = wordsOf(error);
  const { Icon } = failureWords[error.kind];
  return (
    <section
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-panel border border-danger-line bg-danger-bg p-4"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-danger" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">{heading}</h2>
        <p className="text-text2">
          {text} {readAt === undefined ? "" : `What is shown was read ${formatAge(readAt, now)}.`}{" "}
          {error.status === undefined ? "" : `(${formatCount(error.status).text})`}
        </p>
      </div>
      <Button size="large" onClick={retry}>
        Try again
      </Button>
    </section>
  );
}

/** As tall as what comes, so that nothing moves far. */
export function ChangesLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading what changed…</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        <div className="h-[88px] rounded-panel border border-line2 bg-surface max-md:h-[260px]" />
        <div className="grid gap-4 xl:grid-cols-2">
          <Rows count={8} />
          <Rows count={8} />
        </div>
        <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
          <Rows count={4} />
          <Rows count={4} />
          <Rows count={4} />
        </div>
      </div>
    </>
  );
}

function Rows({ count }: { readonly count: number }): ReactNode {
  return (
    <span className="block rounded-panel border border-line2 bg-surface px-4 pt-11 pb-2">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="flex h-[46px] items-center justify-between gap-4">
          <span className="block h-3 w-1/3 rounded-item bg-track" />
          <span className="block h-3 w-1/6 rounded-item bg-track" />
        </span>
      ))}
    </span>
  );
}
