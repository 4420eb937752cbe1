import { useEffect, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { problems, type Fault } from "../../../contract/problems.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { Problem, type ProblemProps } from "../../ui/marks/problem.tsx";
import { isLoadError, type LoadFailure } from "../../ui/page/load-boundary.tsx";
import { useOnline } from "../../ui/page/network/online.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { PageHeading, usePageTitle } from "./page-heading.tsx";

/** Focus moves to the heading when `about` changes. Defaults to the path. */
export function PageProblem({
  error,
  about,
  ...rest
}: Omit<ProblemProps, "size" | "heading"> & { readonly error: Fault; readonly about?: string }): ReactNode {
  const [path] = useLocation();
  const { title } = problems[error.kind];
  usePageTitle(title);
  const heading = <PageHeading key={`${error.kind} ${about ?? path}`}>{title}</PageHeading>;
  return <Problem size="page" heading={heading} error={error} {...rest} />;
}

export function ProblemLink({ href, label }: { readonly href: string; readonly label: string }): ReactNode {
  return (
    <Link href={href} className={linkButtonClass("primary", "large")}>
      {label}
    </Link>
  );
}

export function NotFoundPage(): ReactNode {
  const link = <ProblemLink href={hrefTo("/", useSearch())} label="Show all markets" />;
  return <PageProblem error={{ kind: "no-page" }} actions={link} />;
}

/** Shown instead of a page whose code failed: when it loaded, or when it ran. */
export function FailedPage({ error, retry }: LoadFailure): ReactNode {
  if (isLoadError(error)) return <PageMissing onRetry={retry} />;
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return <PageProblem error={{ kind: "broken", message }} retry={retry} />;
}

function PageMissing({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const home = hrefTo("/", useSearch());
  const online = useOnline();
  useEffect(() => {
    window.addEventListener("online", onRetry);
    return () => window.removeEventListener("online", onRetry);
  }, [onRetry]);
  return (
    <PageProblem
      error={{ kind: online ? "not-fetched" : "not-fetched-offline" }}
      retry={onRetry}
      actions={<ProblemLink href={home} label="Back to the list" />}
    />
  );
}
