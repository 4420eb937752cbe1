// What stands where changes would: nothing is recorded here, or they are on their way.
import type { ReactNode } from "react";
import { PanelRows } from "../../ui/marks/skeleton.tsx";

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

/** As tall as what comes, so that nothing moves far. */
export function ChangesLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading what changed…</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        <div className="h-[88px] rounded-panel border border-line2 bg-surface max-md:h-[260px]" />
        <div className="grid gap-4 xl:grid-cols-2">
          <PanelRows headed count={8} />
          <PanelRows headed count={8} />
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <PanelRows headed count={4} />
          <PanelRows headed count={4} />
          <PanelRows headed count={4} />
          <PanelRows headed count={4} />
        </div>
      </div>
    </>
  );
}
