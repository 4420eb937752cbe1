import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { linkButtonClass } from "../ui/fields/button.tsx";
import { useRowActions } from "./action-buttons.tsx";

export function OneAction({
  row,
  keys,
}: {
  readonly row: MarketRow;
  readonly keys: readonly string[];
}): ReactNode {
  const offered = useRowActions().buttonsOf(row);
  const button = [...keys, "website"].flatMap((key) => offered.find((one) => one.key === key) ?? [])[0];
  if (button === undefined) return null;
  const { label, text = label, href, title, leaves } = button;
  const look = linkButtonClass(
    "outline",
    "normal",
    href === undefined ? "cursor-not-allowed text-text3" : "",
  );
  if (href === undefined)
    return (
      <button type="button" aria-disabled="true" title={title} className={look}>
        {text}
      </button>
    );
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      title={title}
      aria-label={`${label}, ${marketName(row)}, opens in a new tab`}
      className={look}
    >
      {text}
      {leaves ? <ExternalLink aria-hidden="true" className="size-3" /> : null}
    </a>
  );
}
