// Parts of the page whose code is fetched when they are needed. The network can be gone by then, so a part that cannot be
// fetched says so in its own place and can be asked for again; the rest of the page stays. Nothing else calls React's lazy:
// what it cannot fetch would take the whole page with it.
import { lazy, memo, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { Button } from "../fields/button.tsx";
import { isOnline } from "./network/online.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

export interface LazyPart<Props> {
  /** Renders the part, its stand-in while the code is on its way, or the offer to try again; anew when a prop is another. */
  readonly Part: ComponentType<Props>;
  /** Fetches the code ahead of time, for instance when the pointer comes near. */
  readonly preload: () => void;
  /** The same, and resolves when the code is there or cannot be had. Never rejects. */
  readonly fetched: () => Promise<void>;
}

/** The code of a part did not arrive: there is no network, or a new release took it away. */
export class PartNotFetched extends Error {
  override readonly name = "PartNotFetched";
}

/**
 * @param load fetches the component: `async () => (await import("./panel.tsx")).Panel`
 * @param waiting what stands in its place until it is there
 * @param failed what stands there when it could not be fetched (the error is a `PartNotFetched`) or drawn; one sentence and a
 * button when not given
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  failed: (retry: () => void, error: unknown) => ReactNode = (retry) => <NotFetched onRetry={retry} />,
): LazyPart<Props> {
  let fetched: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  const fetch = (): Promise<{ readonly default: ComponentType<Props> }> => (fetched ??= fetchOnce(load));
  // Replaced after a failure, which a lazy component keeps for ever, and by the component itself once it is there: then it
  // is drawn in the same frame, without its stand-in.
  let shared: ComponentType<Props> = lazy(fetch);
  async function fetchOnce(
    from: () => Promise<ComponentType<Props>>,
  ): Promise<{ readonly default: ComponentType<Props> }> {
    const component = await arriving(from);
    shared = component;
    return { default: component };
  }

  const Part = memo(function Part(props: Props): ReactNode {
    const [Component, setComponent] = useState(() => shared);
    return (
      <ErrorBoundary
        fallback={({ error, retry }) =>
          failed(() => {
            fetched = fetchOnce(() => loadAgain(load));
            shared = lazy(fetch);
            setComponent(() => shared);
            retry();
          }, error)
        }
      >
        <Suspense fallback={waiting}>
          <Component {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  });
  async function fetchAhead(): Promise<void> {
    try {
      await fetch();
    } catch {
      // Whoever needs the part meets the failure; a look ahead may fail in silence, and is forgotten.
      fetched = undefined;
    }
  }
  return { Part, preload: () => void fetchAhead(), fetched: fetchAhead };
}

/** @throws PartNotFetched, with what the import threw as its cause */
async function arriving<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (cause) {
    throw new PartNotFetched(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * Some browsers keep a failed import for as long as the page lives, and a new release takes old files away. So when it fails
 * again although the service answers, the page is loaded anew: what was chosen stands in its address. Does not settle then.
 * @throws what the import threw, when the service does not answer: a reload would only lose what is shown
 */
async function loadAgain<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const answers = await window.fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!answers) throw error;
    window.location.reload();
    return new Promise(() => undefined);
  }
}

function NotFetched({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 p-3 text-small text-text2">
      {isOnline() ? "This part could not be loaded." : "You are offline. This part was not loaded before."}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
