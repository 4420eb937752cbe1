import { firstLetter } from "../../contract/names/characters.ts";
import { usd } from "../../contract/units.ts";
import { netWorth, type Holding, type Worth } from "../../finance/portfolio/net-worth.ts";
import type { RowToken } from "../data/markets/market-row.ts";
import type { PositionRow } from "../data/positions/position-row.ts";
import { tokenFace } from "../market/market-text.ts";
import type { IconFace } from "../ui/marks/market-icon.tsx";
import { claimHolding, type Claim } from "./claims.ts";
import { kindNames } from "./position-words.ts";

export const allocations = ["token", "provider", "type"] as const;
export type AllocationBy = (typeof allocations)[number];

export interface Share {
  readonly key: string;
  readonly label: string;
  readonly face: IconFace | undefined;
  readonly worth: Worth;
}

type Group = Omit<Share, "worth">;
type Piece = Group & Holding;

/** The largest assets first. A loop's legs count under their own tokens. */
export function allocationOf(
  rows: readonly PositionRow[],
  claims: readonly Claim[],
  by: AllocationBy,
): readonly Share[] {
  const pieces = [
    ...rows.flatMap((row) => piecesOf(row, by)),
    ...claims.flatMap((claim) => (claim.own ? [] : [{ ...claimHolding(claim), ...claimGroup(claim, by) }])),
  ];
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const group = groups.get(piece.key);
    if (group === undefined) groups.set(piece.key, [piece]);
    else group.push(piece);
  }
  return [...groups]
    .map(([key, group]): Share => {
      const face = group.find((piece) => piece.face !== undefined)?.face;
      return { key, label: group[0]?.label ?? key, face, worth: netWorth(group) };
    })
    .toSorted((a, b) => b.worth.assets - a.worth.assets || b.worth.debts - a.worth.debts);
}

const rewards: Group = { key: "reward", label: "Rewards", face: undefined };

function piecesOf(row: PositionRow, by: AllocationBy): readonly Piece[] {
  if (by === "token" && row.supplied?.usd !== undefined && row.borrowed?.usd !== undefined)
    return [
      { ...tokenGroup(row.supplied.token), assetsUsd: row.assetsUsd, debtsUsd: usd(0) },
      { ...tokenGroup(row.borrowed.token), assetsUsd: usd(0), debtsUsd: row.debtsUsd },
    ];
  return [{ ...groupOf(row, by), assetsUsd: row.assetsUsd, debtsUsd: row.debtsUsd }];
}

function groupOf(row: PositionRow, by: AllocationBy): Group {
  if (by === "provider") return providerGroup(row);
  if (by === "type")
    return { key: row.type, label: row.kind === "other" ? row.type : kindNames[row.kind], face: undefined };
  if (row.kind === "prediction") return { key: "prediction", label: kindNames.prediction, face: undefined };
  return row.kind === "reward" ? rewards : tokenGroup(row.token);
}

function claimGroup({ row }: Claim, by: AllocationBy): Group {
  return by === "provider" ? providerGroup(row) : rewards;
}

function providerGroup({ market }: PositionRow): Group {
  return {
    key: market.providerId,
    label: market.providerName,
    face: {
      letter: firstLetter(market.providerName),
      seed: market.providerId,
      image: market.providerIcon,
    },
  };
}

function tokenGroup(token: RowToken | undefined): Group {
  return token === undefined
    ? { key: "unknown", label: "Unknown token", face: undefined }
    : { key: token.address ?? token.symbol, label: token.symbol, face: tokenFace(token) };
}
