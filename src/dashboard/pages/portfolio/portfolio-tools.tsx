// What can be taken from a portfolio: alerts on its loans, exports, and its link with and without whose positions these are.
import { Bell, Download, Link2, Share } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { askForAlert } from "../../data/alerts/alert-draft.ts";
import { frozenAt } from "../../data/clock.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { WalletPositions } from "../../queries/positions.ts";
import { formatHealth } from "../../format/money.ts";
import { countOf, inWords } from "../../format/number.ts";
import { claimsOf } from "../../portfolio/claims.ts";
import { loansOf, type Loan } from "../../portfolio/loans.ts";
import { predictionLines, profitsOf } from "../../portfolio/predictions.ts";
import { Button, buttonClass } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { Menu, type MenuItem } from "../../ui/overlay/menu.tsx";
import { copyText } from "../../ui/page/copy-text.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { atOwnLeverage } from "./loop-rates.ts";
import { linkOf } from "./portfolio-address.ts";
import { loanDraft, loanName } from "./positions/position-parts.tsx";

function wholeLink(): string {
  return linkOf(window.location, true);
}

function bareLink(): string {
  return linkOf(window.location, false);
}

/** Export, and the link with and without whose positions these are. */
export function PortfolioTools({
  shown,
  markets: known,
}: {
  readonly shown: readonly WalletPositions[];
  readonly markets: readonly MarketRow[];
}): ReactNode {
  const announce = useAnnounce();
  const phone = useIsPhone();
  const { source } = useDashboardConfig();
  const save = async (format: "csv" | "json"): Promise<void> => {
    const { portfolioCsv, portfolioJson } = await import("./portfolio-export.ts");
    const rows = atOwnLeverage(
      shown.flatMap((wallet) => wallet.rows ?? []),
      known,
    );
    const read = shown.flatMap(({ readAt }) => readAt ?? []);
    const exportedAt = Date.now();
    const input = {
      rows,
      loans: loansOf(rows),
      claims: claimsOf(rows, known),
      predictions: predictionLines(rows, profitsOf(shown)),
      exportedAt,
      readAt: frozenAt(source) ?? (read.length === 0 ? undefined : Math.min(...read)),
      source: source.label,
      missing: shown.flatMap((wallet) => (wallet.rows === undefined ? [wallet.wallet] : [])),
    };
    const text = format === "csv" ? portfolioCsv(input) : portfolioJson(input);
    saveText(text, exportFileName(exportedAt, format, "portfolio-"));
    announce(`${countOf(rows.length, "position")} exported as ${format.toUpperCase()}.`);
  };
  const loans = useMemo(() => loansOf(shown.flatMap((wallet) => wallet.rows ?? [])), [shown]);
  const exports: readonly MenuItem[] = [
    { key: "csv", label: "CSV", hint: "For spreadsheets", onSelect: () => void save("csv") },
    { key: "json", label: "JSON", hint: "For programs", onSelect: () => void save("json") },
  ];
  if (phone)
    return (
      <span className="ml-auto">
        <Menu
          label="Share and export"
          className={buttonClass("outline", "touch", "min-w-12")}
          items={[
            ...[
              { key: "bare", label: "Copy link without the address", link: bareLink },
              { key: "link", label: "Copy link", link: wholeLink },
            ].map(({ key, label, link }) => ({
              key,
              label,
              onSelect: () => void copyText(link(), "Link", announce),
            })),
            ...exports.map((item, index) => ({
              ...item,
              label: `Export ${item.label}`,
              parted: index === 0,
            })),
          ]}
        >
          <Share aria-hidden="true" className="size-4" />
        </Menu>
      </span>
    );
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <LoanAlerts loans={loans} several={shown.length > 1} />
      <Menu label="Export" className={buttonClass()} items={exports}>
        <Download aria-hidden="true" className="size-3.5" />
        Export
      </Menu>
      <CopyButton label="Copy link" what="Link" text={wholeLink} />
      <CopyButton
        label="Copy link without the address"
        what="Link"
        icon={<Link2 aria-hidden="true" className="size-3.5" />}
        text={bareLink}
      />
    </div>
  );
}

/** Rules about what of the wallets can be liquidated, the loan nearest to it first; nothing where there is no such loan. */
function LoanAlerts({
  loans,
  several,
}: {
  readonly loans: readonly Loan[];
  readonly several: boolean;
}): ReactNode {
  const offers = loans.flatMap((loan) => {
    const draft = loanDraft(loan);
    return draft === undefined ? [] : [{ draft, label: several ? draft.name : loanName(loan) }];
  });
  const label = several ? "Alert on these wallets" : "Alert on this wallet";
  const icon = <Bell aria-hidden="true" className="size-3.5" />;
  const [only, second] = offers;
  if (only === undefined) return null;
  if (second === undefined)
    return (
      <Button variant="quiet" icon={icon} onClick={() => askForAlert(only.draft)}>
        {label}
      </Button>
    );
  return (
    <Menu
      label={label}
      className={buttonClass("quiet")}
      items={offers.map(({ draft, label: name }) => ({
        key: draft.id,
        label: name,
        hint: `Health ${inWords(formatHealth(draft.health))}`,
        onSelect: () => askForAlert(draft),
      }))}
    >
      {icon}
      {label}
    </Menu>
  );
}
