// For React's `lazy`, whose code may fail to load: the network is gone, or a new release has removed the file.
import {
  Component,
  Suspense,
  lazy,
  memo,
  useState,
  type ComponentType,
  type NamedExoticComponent,
  type ReactNode,
} from "react";
import { Button } from "../fields/button.tsx";

export interface LoadFailure {
  readonly error: unknown;
  readonly retry: () => void;
}

interface Boundary {
  readonly waiting?: ReactNode;
  readonly failed?: (failure: LoadFailure) => ReactNode;
}

/** A part of a page, with a boundary of its own. Its code loads when it is shown, or by `preload`. */
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

interface LoadBoundaryProps extends Boundary {
  readonly children: ReactNode;
  /** A new key makes it try again. */
  readonly resetKey?: string;
  readonly onFail?: () => void;
}

interface LoadBoundaryState {
  readonly fault: { readonly error: unknown } | undefined;
}

export class LoadBoundary extends Component<LoadBoundaryProps, LoadBoundaryState> {
  override state: LoadBoundaryState = { fault: undefined };

  static getDerivedStateFromError(error: unknown): LoadBoundaryState {
    return { fault: { error } };
  }

  override componentDidUpdate(previous: LoadBoundaryProps): void {
    if (this.state.fault !== undefined && previous.resetKey !== this.props.resetKey) this.clear();
  }

  override componentDidCatch(): void {
    this.props.onFail?.();
  }

  private clear(): void {
    this.setState({ fault: undefined });
  }

  override render(): ReactNode {
    const { children, waiting = null, failed = partFailed } = this.props;
    if (this.state.fault === undefined) return <Suspense fallback={waiting}>{children}</Suspense>;
    const { error } = this.state.fault;
    return failed({ error, retry: () => (isLoadError(error) ? void reloadIfServed() : this.clear()) });
  }
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

/** `lazy` caches a failed import, so only a reload helps. Without a service, a reload would lose everything. */
async function reloadIfServed(): Promise<void> {
  const isServed = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isServed) return;
  try {
    sessionStorage.setItem(reloadMark, "1");
  } catch {
    // Without storage, the focus restarts at the top.
  }
  window.location.reload();
}

const reloadMark = "yieldboard.reloaded";

/** Whether the page was just reloaded for its code, so that the focus is lost. Only the first call says so. */
export function takeReloadMark(): boolean {
  try {
    const isReloaded = sessionStorage.getItem(reloadMark) !== null;
    sessionStorage.removeItem(reloadMark);
    return isReloaded;
  } catch {
    return false;
  }
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

type Preloadable<Props> = NamedExoticComponent<Props> & {
  readonly preload: () => Promise<void>;
};

/**
 * Even if its code is loaded, `lazy` suspends in its first render, and React then shows the fallback for 300 ms. This
 * does not.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => ({ default: (loaded = await load()) });
  const Lazy = lazy(fetch);
  const Part = memo(function Part(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown {...props} />;
  });
  return Object.assign(Part, { preload: async () => void (await fetch().catch(() => undefined)) });
}
