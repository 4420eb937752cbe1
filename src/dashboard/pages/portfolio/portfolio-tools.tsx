import { Bell, Copy, Download, Link2, Share } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { openAlertForm } from "../../data/alerts/alert-draft.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { WalletPositions } from "../../queries/positions.ts";
import { formatHealth } from "../../format/money.ts";
import { countOf, inWords } from "../../format/number.ts";
import { loansOf, type Loan } from "../../portfolio/loans.ts";
import { Button, buttonClass } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { copyText } from "../../ui/page/copy-text.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { linkOf } from "./portfolio-address.ts";
import { loanDraft, loanName } from "./positions/position-parts.tsx";

const links = [
  { label: "Copy link", icon: Copy, hasWallets: true },
  { label: "Copy link without the address", icon: Link2, hasWallets: false },
];

export function PortfolioTools({
  shown,
  markets,
}: {
  readonly shown: readonly WalletPositions[];
  readonly markets: readonly MarketRow[];
}): ReactNode {
  const announce = useAnnounce();
  const phone = useIsPhone();
  const { source } = useDashboardConfig();
  const held = useMemo(() => shown.flatMap((wallet) => wallet.rows ?? []), [shown]);
  const save = async (format: "csv" | "json"): Promise<void> => {
    const { portfolioCsv, portfolioJson } = await import("./portfolio-export.ts");
    const exportedAt = Date.now();
    const input = { shown, markets, source, exportedAt };
    const text = format === "csv" ? portfolioCsv(input) : portfolioJson(input);
    saveText(text, exportFileName(exportedAt, format, "portfolio-"));
    announce(`${countOf(held.length, "position")} exported as ${format.toUpperCase()}.`);
  };
  const exports = [
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
            ...links.toReversed().map(({ label, hasWallets }) => ({
              key: label,
              label,
              onSelect: () => void copyText(linkOf(window.location, hasWallets), "Link", announce),
            })),
            ...exports.map((item, at) => ({ ...item, label: `Export ${item.label}`, parted: at === 0 })),
          ]}
        >
          <Share aria-hidden="true" className="size-4" />
        </Menu>
      </span>
    );
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <LoanAlerts loans={loansOf(held)} several={shown.length > 1} />
      <Menu label="Export" className={buttonClass()} items={exports}>
        <Download aria-hidden="true" className="size-3.5" />
        Export
      </Menu>
      {links.map(({ label, icon: Icon, hasWallets }) => (
        <CopyButton
          key={label}
          label={label}
          what="Link"
          icon={<Icon aria-hidden="true" className="size-3.5" />}
          text={() => linkOf(window.location, hasWallets)}
        />
      ))}
    </div>
  );
}

/** Alert rules for the loans, the one nearest to liquidation first. */
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
  const [only] = offers;
  if (only === undefined) return null;
  if (offers.length === 1)
    return (
      <Button variant="quiet" icon={icon} onClick={() => openAlertForm(only.draft)}>
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
        onSelect: () => openAlertForm(draft),
      }))}
    >
      {icon}
      {label}
    </Menu>
  );
}
