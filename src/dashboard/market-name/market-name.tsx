// Not used in the markets list, whose rows may have only a few elements.
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { MarketRow } from "../../domain/market/market-row.ts";
import {
  toMarketIcons,
  placeParts,
  placeText,
  typeName,
  type MarketIcons,
  type PlaceParts,
} from "../../domain/market/market-text.ts";
import { MarketIcon } from "../ui/marks/market-icon.tsx";
import { TruncatedLine } from "../ui/marks/truncated-line.tsx";
import { hrefTo, marketHref, useSharedParameters } from "../view-state/address.ts";

interface NameLineProps {
  readonly icons: Pick<MarketIcons, "icon"> & Partial<MarketIcons>;
  readonly name: string;
  readonly word?: string;
  readonly place: PlaceParts;
  readonly href?: string | undefined;
  readonly size?: number;
  readonly inline?: boolean;
  readonly wraps?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

export function NameLine({
  icons,
  name,
  word = "",
  place,
  href,
  size = 26,
  inline = false,
  wraps = false,
  className = "",
  children,
  below,
}: NameLineProps): ReactNode {
  const shared = {
    title: [`${name} ${word}`.trim(), placeText(place)].filter((part) => part !== "").join(", "),
    className: `group/name inline-flex max-w-full min-w-0 items-center gap-2.5 rounded-item align-middle font-normal ${className}`,
  };
  const content = (
    <>
      <MarketIcon {...icons} size={size} />{" "}
      <span className={inline ? "flex min-w-0 items-baseline gap-2" : "min-w-0"}>
        <span
          className={`flex items-baseline gap-x-1.5 ${inline ? "max-w-full shrink-0" : ""} ${wraps ? "flex-wrap" : "max-[359.98px]:flex-wrap"}`}
        >
          <span
            className={`font-semibold ${wraps ? "[overflow-wrap:anywhere]" : "truncate"} ${href === undefined ? "" : "group-hover/name:underline"}`}
          >
            {name}
          </span>{" "}
          {word === "" ? null : <span className="shrink-99 truncate text-text2">{word}</span>} {children}
        </span>{" "}
        <span className={`block min-w-0 text-text2 ${inline ? "" : "text-tiny"}`}>
          {wraps ? placeText(place) : <TruncatedLine {...place} />}
        </span>
        {below}
      </span>
    </>
  );
  return href === undefined ? (
    <span {...shared}>{content}</span>
  ) : (
    <Link href={href} {...shared} className={`${shared.className} pointer-coarse:min-h-11`}>
      {content}
    </Link>
  );
}

interface MarketNameProps extends Partial<Omit<NameLineProps, "icons">> {
  readonly row: MarketRow;
  readonly isLink?: boolean;
}

export function MarketName({ row, isLink = true, href, ...own }: MarketNameProps): ReactNode {
  const search = useSharedParameters();
  return (
    <NameLine
      icons={toMarketIcons(row)}
      name={row.label}
      word={typeName(row)}
      place={placeParts(row)}
      href={isLink ? (href ?? hrefTo(marketHref(row.id), search)) : undefined}
      {...own}
    />
  );
}
