// A token or a family of tokens as one word of a sentence: "I hold", "I have", "I need".
import { ChevronDown } from "lucide-react";
import { useId, type ReactNode } from "react";
import { shortAddress, type RowToken } from "../../data/markets/market-row.ts";
import { assetFamilies, familySymbol } from "../../market/asset-families.ts";
import { tokenFace } from "../../market/market-text.ts";
import { Disc } from "../../ui/marks/disc.tsx";

interface NamedToken {
  readonly mint: string;
  readonly name: string;
  readonly token: RowToken;
}

/** Several assets at once, which one choice does not say: the filters hold them. */
export const several = "several";

/** What a token is called, also before the markets that name it are known. */
export function symbolOf(mint: string, tokens: readonly NamedToken[]): string {
  return tokens.find((token) => token.mint === mint)?.name ?? familySymbol(mint) ?? shortAddress(mint);
}

export function FamilyOptions(): ReactNode {
  return (
    <optgroup label="Families">
      {assetFamilies.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </optgroup>
  );
}

export function TokenSelect({
  label,
  any,
  tokens,
  value,
  onValue,
  inside = false,
  children,
}: {
  readonly label: string;
  /** What holds while nothing is chosen. */
  readonly any: string;
  readonly tokens: readonly NamedToken[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Whether the label stands in the field. */
  readonly inside?: boolean;
  /** Options above the tokens. */
  readonly children?: ReactNode;
}): ReactNode {
  const id = useId();
  const chosen = tokens.find(({ mint }) => mint === value);
  const isMint = value !== "" && value !== several && !assetFamilies.some((family) => family.id === value);
  return (
    <div className="relative flex min-w-0 items-center gap-2 max-md:flex-col max-md:items-stretch max-md:gap-1">
      <label
        htmlFor={id}
        className={
          inside
            ? "pointer-events-none absolute top-1 left-2.5 z-10 text-tiny text-text3"
            : "shrink-0 text-[15px] font-medium whitespace-nowrap max-md:text-small"
        }
      >
        {label}
      </label>
      <div className="relative flex h-9 min-w-0 items-center rounded-control border border-control bg-inset hover:border-text2 focus-within:border-accent pointer-coarse:h-11">
        {chosen === undefined || inside ? null : (
          <span className="pointer-events-none absolute left-2 flex">
            <Disc face={tokenFace(chosen.token)} size={20} />
          </span>
        )}
        <select
          id={id}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
          className={`h-full w-full min-w-0 appearance-none truncate rounded-control bg-transparent pr-8 text-[15px] font-semibold text-text md:max-w-[200px] pointer-coarse:text-[16px] ${inside ? "pt-4 pl-2.5" : chosen === undefined ? "pl-3" : "pl-9"}`}
        >
          <option value="" className="bg-raised">
            {any}
          </option>
          {children}
          {isMint && chosen === undefined ? (
            // Chosen before the tokens are known, or one that nobody lends.
            <option value={value}>{symbolOf(value, tokens)}</option>
          ) : null}
          <optgroup label="Tokens">
            {tokens.map(({ mint, name }) => (
              <option key={mint} value={mint}>
                {name}
              </option>
            ))}
          </optgroup>
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute right-2.5 size-4 text-text2"
        />
      </div>
    </div>
  );
}
