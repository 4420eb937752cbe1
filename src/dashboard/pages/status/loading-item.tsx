import type { ReactNode } from "react";
import { Link } from "wouter";

export const listNames = { asset: "Assets", market: "Markets" } as const;

export function LoadingItem({
  what,
  href,
  children,
}: {
  readonly what: keyof typeof listNames;
  readonly href: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="px-4 py-4 md:px-6" aria-busy="true">
      <nav aria-label="Breadcrumb">
        <Link href={href} className="font-medium text-accent hover:underline">
          {listNames[what]}
        </Link>
      </nav>
      <h1 className="mt-4 text-title font-semibold">Looking for the {what}</h1>
      <p className="mt-1 text-text2">{children}</p>
      <div aria-hidden="true" className="mt-6 grid gap-4 opacity-60">
        <div className="h-20 rounded-panel bg-track" />
        <div className="h-80 rounded-panel bg-track opacity-60" />
      </div>
    </div>
  );
}
