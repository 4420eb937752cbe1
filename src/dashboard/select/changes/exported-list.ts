// Reads an export back. The file is untrusted: only ids, names and numbers are read, and nothing is stored or sent.
import { z } from "../../../contract/zod.ts";
import { describeFault } from "../../../contract/markets-page.ts";
import { parseJson } from "../../../contract/query-text.ts";
import { millis, ratio, usd, type Millis } from "../../../contract/units.ts";
import { readText } from "../../../contract/names/market-names.ts";
import { refuse, type ParsedInput } from "../../../domain/format/read-amount.ts";
import type { PastList, PastMarket } from "../../data/storage/visits.ts";
import { exportName, exportVersion } from "../export-rows.ts";

const maxFileBytes = 30_000_000;
const maxIdLength = 400;

export interface ExportedList extends PastList {
  /** When rates were read: the frozen clock if any, else the time of reading, else the time of export. */
  readonly at: Millis;
  readonly source: string;
  readonly search: string | undefined;
  readonly total: number;
  readonly complete: boolean;
  /** Names of the figures that the file does not have. */
  readonly absent: readonly string[];
}

const names = {
  depositApy: exportName("depositApy"),
  baseDepositApy: exportName("baseDepositApy"),
  totalDepositUsd: exportName("totalDepositUsd"),
  capacityLeft: exportName("capacityLeft"),
} as const;

const figure = z.nullish(z.number());
const text = z.nullish(z.string());
const headSchema = z.looseObject({ export: z.looseObject({ version: z.nullish(z.number()) }) });
const originSchema = z.looseObject({
  exportedAt: z.string(),
  readAt: text,
  frozenAt: text,
  source: z.string(),
  url: text,
  total: z.number(),
  state: text,
});
const marketSchema = z.intersection(
  z.looseObject({ id: z.string(), market: text, provider: text }),
  z.looseObject(Object.fromEntries(Object.values(names).map((name) => [name, figure]))),
);
const fileSchema = z.object({ export: originSchema, markets: z.array(marketSchema) });

const chooseAnother = "Choose a file made with Export, JSON.";

export async function readExportFile(file: File): Promise<ParsedInput<ExportedList>> {
  if (file.size > maxFileBytes)
    return refuse(
      `The file is larger than 30 MB, so it is not an export of this dashboard. ${chooseAnother}`,
    );
  const content = await file.text().catch(() => undefined);
  return content === undefined
    ? refuse("The file could not be read. It may have been moved or changed: choose it again.")
    : readExport(content);
}

export function readExport(content: string): ParsedInput<ExportedList> {
  const body = parseJson(content);
  if (body === undefined)
    return refuse(
      /^"?id"?,/.test(content)
        ? "This is a CSV file, which cannot be read back. Choose a JSON export instead."
        : `The file is not JSON. ${chooseAnother}`,
    );
  const head = headSchema.safeParse(body);
  if (!head.success)
    return refuse(`The file is JSON, but not an export of this dashboard: ${sentence(head.error, body)}.`);
  if ((head.data.export.version ?? exportVersion) > exportVersion)
    return refuse("The export was made by a newer version of this dashboard. Reload the page and try again.");
  const parsed = fileSchema.safeParse(body);
  if (!parsed.success)
    return refuse(`The export cannot be read: ${sentence(parsed.error, body)}. ${chooseAnother}`);

  const { export: origin, markets } = parsed.data;
  const at = millis(Date.parse(origin.frozenAt ?? origin.readAt ?? origin.exportedAt));
  if (at === undefined) return refuse(`The export has no time, so it cannot be compared. ${chooseAnother}`);
  if (markets.length === 0) return refuse("The export has no markets. Choose one that has some.");
  const has = (name: string): boolean => markets.some((market) => name in market);
  if (!has(names.depositApy))
    return refuse(
      "The export has no deposit rates (depositApy), so there is nothing to compare. Choose one that has them, or show the column Deposit APY before the next export.",
    );
  const byId = new Map<string, PastMarket>();
  for (const market of markets) {
    const { id } = market;
    if (id === "" || id.length > maxIdLength || byId.has(id))
      return refuse(
        `The export cannot be read: market ${byId.size + 1} has ${id === "" ? "no id" : byId.has(id) ? "the id of another" : "an id that is too long"}. ${chooseAnother}`,
      );
    const left = usd(market[names.capacityLeft]);
    byId.set(id, {
      id,
      name: readText(market.market, 200) ?? id,
      provider: readText(market.provider, 80),
      depositApy: ratio(market[names.depositApy]),
      baseDepositApy: ratio(market[names.baseDepositApy]),
      totalDepositUsd: usd(market[names.totalDepositUsd]),
      full: left === undefined ? undefined : left <= 0,
    });
  }
  return {
    ok: true,
    value: {
      at,
      source: readText(origin.source, 80) ?? "unknown",
      search: searchOf(origin.url),
      total: origin.total,
      complete: origin.state === "complete",
      absent: [
        ...(has(names.baseDepositApy) ? [] : ["base rates"]),
        ...(has(names.totalDepositUsd) ? [] : ["deposits"]),
        ...(has(names.capacityLeft) ? [] : ["capacity left"]),
      ],
      markets: [...byId.values()],
      keyOf: (id) => id,
    },
  };
}

function sentence(error: z.core.$ZodError, body: unknown): string {
  const { path, reason } = describeFault(error, body);
  return `${path === "" ? "the file" : path} ${reason}`;
}

function searchOf(url: string | null | undefined): string | undefined {
  try {
    return new URL(url ?? "").search;
  } catch {
    return undefined;
  }
}
