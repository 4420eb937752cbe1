// For React's `lazy`, whose code may fail to load: no network, or a new release removed the file.
import { Component, memo, Suspense, type ComponentType, type ReactNode } from "react";
import { Button } from "../fields/button.tsx";
import { lazyWithPreload, type Preloadable } from "./network/lazy-with-preload.tsx";

interface LoadFailure {
  readonly error: unknown;
  readonly retry: () => void;
}

interface Boundary {
  readonly waiting?: ReactNode;
  readonly failed?: (failure: LoadFailure) => ReactNode;
}

/** A part of a page whose code is loaded when it is shown, or by `preload`, within a boundary of its own. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  boundary?: Boundary,
): Preloadable<Props> {
  const Lazy = lazyWithPreload(load);
  const Part = (props: Props): ReactNode => (
    <LoadBoundary {...boundary}>
      <Lazy {...props} />
    </LoadBoundary>
  );
  return Object.assign(memo(Part), { preload: Lazy.preload });
}

export function LoadBoundary({
  children,
  waiting = null,
  failed = partFailed,
  resetKey,
}: Boundary & {
  readonly children: ReactNode;
  readonly resetKey?: string;
}): ReactNode {
  return (
    <ErrorBoundary
      {...(resetKey === undefined ? {} : { resetKey })}
      fallback={({ error, retry }) =>
        failed({ error, retry: () => (isLoadError(error) ? void reloadIfServed() : retry()) })
      }
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

export function isLoadError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|Importing a module script failed/i.test(error.message)
  );
}

export function Loading(): ReactNode {
  return <p className="p-4 text-text2">Loading…</p>;
}

/** `lazy` caches a failed import, so only a reload helps; without a service it would lose everything shown. */
async function reloadIfServed(): Promise<void> {
  const isServed = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) window.location.reload();
}

function partFailed({ retry }: LoadFailure): ReactNode {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 p-3 text-small text-text2">
      {navigator.onLine
        ? "This part could not be loaded."
        : "You are offline. This part was not loaded before."}
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (fault: { readonly error: unknown; readonly retry: () => void }) => ReactNode;
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly fault: { readonly error: unknown } | undefined;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { fault: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { fault: { error } };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.fault !== undefined && previous.resetKey !== this.props.resetKey) this.retry();
  }

  private readonly retry = (): void => this.setState({ fault: undefined });

  override render(): ReactNode {
    const { fault } = this.state;
    return fault === undefined
      ? this.props.children
      : this.props.fallback({ error: fault.error, retry: this.retry });
  }
}
