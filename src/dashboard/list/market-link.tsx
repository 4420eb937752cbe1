import type { ComponentProps, ReactNode } from "react";
import { hrefTo, marketHref, useSharedParameters } from "../view-state/address.ts";

interface MarketLinkProps extends ComponentProps<"a"> {
  readonly marketId: string;
}

/** Reads the list's parameters itself, so that a changed filter renders only the links of rows that stay. */
export function MarketLink({ marketId, children, ...props }: MarketLinkProps): ReactNode {
  const search = useSharedParameters();
  return (
    <a {...props} href={hrefTo(marketHref(marketId), search)}>
      {children}
    </a>
  );
}
