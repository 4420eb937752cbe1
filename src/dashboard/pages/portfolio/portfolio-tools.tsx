import { sum } from "d3-array";
import { Share } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { countOf } from "../../../domain/format/number.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { portfolioCsv, portfolioJson } from "../../portfolio/portfolio-export.ts";
import type { WalletPositions } from "../../queries/positions.ts";
import { buttonClass } from "../../ui/fields/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { copyText } from "../../ui/fields/copy-text.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { exportFileName, saveText } from "../../ui/page/save-file.ts";
import { linkOf } from "./portfolio-address.ts";

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
  const save = (format: "csv" | "json"): void => {
    const exportedAt = Date.now();
    const input = { shown, markets, source, exportedAt };
    const text = format === "csv" ? portfolioCsv(input) : portfolioJson(input);
    saveText(text, exportFileName(exportedAt, format, "portfolio-"));
    const count = sum(shown, ({ rows }) => rows?.length);
    announce(`${countOf(count, "position")} exported as ${format.toUpperCase()}.`);
  };
  const items = [
    ...[false, true].map((hasWallets) => ({
      key: String(hasWallets),
      label: hasWallets ? "Copy link with the address" : "Copy link without the address",
      onSelect: () => void copyText(linkOf(window.location, hasWallets), "Link", announce),
    })),
    {
      key: "csv",
      label: "Export CSV",
      hint: "For spreadsheets",
      hasSeparator: true,
      onSelect: () => save("csv"),
    },
    { key: "json", label: "Export JSON", hint: "For programs", onSelect: () => save("json") },
  ];
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      <Menu
        label="Share and export"
        className={phone ? buttonClass("outline", "touch", "min-w-12") : buttonClass()}
        items={items}
      >
        <Share className="size-3.5" />
        {phone ? null : "Share and export"}
      </Menu>
    </div>
  );
}
