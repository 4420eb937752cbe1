import { Copy, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { refusalReason } from "../../actions/action-labels.ts";
import { toWebsiteLink } from "../../actions/website-link.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { unknownNote } from "../../market/assess/words.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import type { Fact, FactGroup } from "./market-fields.ts";

export function MarketFacts({
  row,
  groups,
}: {
  readonly row: MarketRow;
  readonly groups: readonly FactGroup[];
}): ReactNode {
  return (
    // Two columns where one group is as long as all others, else three, however wide the screen.
    <div className={`columns-1 gap-8 ${groups.length < 4 ? "sm:columns-2" : "sm:[columns:3_270px]"}`}>
      {groups.map((group) => (
        <div key={group.id} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 font-semibold">{group.heading}</h3>
          <dl>
            {group.facts.map((fact) => (
              <FactLine key={`${fact.label} ${fact.field ?? ""}`} fact={fact} row={row} />
            ))}
          </dl>
          {group.note === undefined ? null : <p className="mt-1 text-small text-text2">{group.note}</p>}
        </div>
      ))}
    </div>
  );
}

function FactLine({ fact, row }: { readonly fact: Fact; readonly row: MarketRow }): ReactNode {
  const { label, value, copy } = fact;
  return (
    <Stat line label={label} value={value} missing="—" help={helpText(fact, row)} className="py-[2px]">
      {typeof value !== "string" ? undefined : copy === undefined ? (
        <span className="[overflow-wrap:anywhere]">{value}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <span className="truncate font-mono text-tiny" title={value}>
            {value}
          </span>
          {fact.field === "websiteUrl" ? (
            <WebsiteSign row={row} />
          ) : (
            <CopyButton
              iconOnly
              variant="quiet"
              className={signClass}
              label={`Copy ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
              title={`Copy: ${copy}`}
              what={label}
              text={() => copy}
              icon={<Copy aria-hidden="true" className="size-3" />}
            />
          )}
        </span>
      )}
    </Stat>
  );
}

function helpText({ help, field, value }: Fact, { providerName }: MarketRow): string {
  const formula = help.formula === undefined ? "" : ` Formula: ${help.formula}.`;
  const source = field === undefined ? "" : ` Source: ${field}.`;
  const unknown = value === undefined ? ` ${unknownNote(providerName)}.` : "";
  return `${help.what} Unit: ${help.unit}.${formula}${source}${unknown}`;
}

const signClass = "size-6 px-0! pointer-coarse:size-9";

/** The provider's page passes the same rules as every external link, and shows why it is refused. */
function WebsiteSign({ row }: { readonly row: MarketRow }): ReactNode {
  const link = toWebsiteLink(row.websiteUrl);
  if (link === undefined) return null;
  if (!link.ok)
    return <span className="shrink-0 text-tiny text-text3">refused: {refusalReason(link.refusal)}</span>;
  return (
    <a
      href={link.href}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      aria-label={`Page at ${row.providerName}, ${link.host}, opens in a new tab`}
      className={linkButtonClass("quiet", "small", signClass)}
    >
      <ExternalLink aria-hidden="true" className="size-3" />
    </a>
  );
}
