import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { uncapitalised } from "../../../domain/format/capitalised.ts";
import { explain } from "../../../domain/market/column-help.ts";
import { Stat } from "../../ui/panel/stat.tsx";
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
    <Stat
      line
      label={label}
      value={value}
      missing="—"
      help={explain(fact.help, fact.field, value === undefined ? row.providerName : undefined)}
      className="py-[2px]"
    >
      {typeof value !== "string" ? undefined : copy === undefined ? (
        <span className="[overflow-wrap:anywhere]">{value}</span>
      ) : (
        <span className="flex min-w-0 items-center gap-1">
          <span className="truncate font-mono text-tiny" title={value}>
            {value}
          </span>
          <CopyButton
            iconOnly
            variant="quiet"
            className="size-6 px-0! pointer-coarse:size-9"
            label={`Copy ${uncapitalised(label)}`}
            title={`Copy: ${copy}`}
            what={label}
            text={() => copy}
            icon={<Copy className="size-3" />}
          />
        </span>
      )}
    </Stat>
  );
}
