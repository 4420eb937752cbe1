// An address that leads nowhere.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { usePageTitle } from "./page-heading.tsx";

export function NotFoundPage(): ReactNode {
  usePageTitle("Not found");
  return (
    <div className="mx-auto max-w-xl px-6 py-16">
      <h1 className="text-title font-semibold">There is no such page</h1>
      <p className="mt-2 text-text2">The address may be mistyped, or the page has moved.</p>
      <Link href={hrefTo("/", useSearch())} className={linkButtonClass("primary", "large", "mt-5")}>
        Show all markets
      </Link>
    </div>
  );
}
