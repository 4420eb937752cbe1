import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (fault: { readonly error: unknown; readonly retry: () => void }) => ReactNode;
  readonly resetKey?: string;
}

interface ErrorBoundaryState {
  readonly fault: { readonly error: unknown } | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
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
