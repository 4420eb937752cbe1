// What the rows of the table say, prepared once per market: writing a row is then setting texts. What was prepared holds for one
// set of columns, one size, basis and benchmark.
import type { MarketRow } from "../../data/markets/market-row.ts";
import { createRecentRows } from "../../data/markets/recent-rows.ts";
import type { SelectContext } from "../../market/column.ts";
import { columnOf, isColumnId, type ColumnId } from "../../market/columns.ts";
import { doubtKind, type DoubtKind, type PeerPrices } from "../../market/doubts.ts";
import {
  marketFaces,
  marketName,
  placeParts,
  typeName,
  type MarketFaces,
  type PlaceParts,
} from "../../market/market-text.ts";
import { cellContent, whyMissing, type CellContent, type WhyMissing } from "../cell-content.ts";
import type { Leaf } from "./table-columns.ts";

/** A cell as a row writes it. */
export interface CellTexts extends CellContent {
  /** Why there is no value, for those who do not see the dash. */
  readonly why?: WhyMissing | undefined;
  /** The whole cell in words, where what is seen does not say it. */
  readonly label?: string | undefined;
  /** The words of a run of cells without values stand in the first of them, the others are empty. */
  readonly run?: "first" | "rest" | undefined;
}

export interface RowTexts {
  readonly row: MarketRow;
  readonly name: string;
  readonly place: PlaceParts;
  readonly type: string;
  readonly doubtful: DoubtKind | undefined;
  readonly faces: MarketFaces;
  /** Of the columns between the market and the actions. */
  readonly cells: readonly CellTexts[];
}

/** Neighbouring columns that say together, in the same words, that nothing is published: first and one past the last. */
function runsOf(columns: readonly ColumnId[]): readonly { readonly from: number; readonly to: number }[] {
  const words = columns.map((id) => columnOf(id).unpublished);
  return columns.flatMap((_, from) => {
    if (words[from] === undefined || words[from - 1] === words[from]) return [];
    let to = from + 1;
    while (words[to] === words[from]) to += 1;
    return to - from > 1 ? [{ from, to }] : [];
  });
}

/** The doubts about a market in words, once that has been loaded. */
export type DoubtSentences = (row: MarketRow, prices: PeerPrices | undefined) => readonly string[];

/** @param middle the columns between the market and the actions */
export function createRowTexts(
  middle: readonly Leaf[],
  context: SelectContext,
  doubtSentences?: DoubtSentences,
): (row: MarketRow) => RowTexts {
  const columns = middle.map(({ id }) => id).filter(isColumnId);
  const runs = runsOf(columns);
  const kept = createRecentRows<RowTexts>();

  const prepare = (row: MarketRow): RowTexts => {
    const doubtful = doubtKind(row, context.prices);
    const cells = columns.map((id): CellTexts => {
      const content = cellContent(id, row, context);
      if (id === "doubts" && doubtful !== undefined)
        return { ...content, title: doubtSentences?.(row, context.prices).join("\n") };
      // A warning says why by itself.
      if (content.text === undefined)
        return content.secondIsBad === true ? content : { ...content, why: whyMissing(id, row, context) };
      if (content.recorded === undefined) return content;
      const said = typeof content.text === "object" ? content.text.text : content.text;
      return { ...content, label: [said, content.second, content.recorded].filter(Boolean).join(", ") };
    });
    for (const { from, to } of runs) {
      if (!cells.slice(from, to).every(({ why }) => why !== undefined)) continue;
      const words = columnOf(columns[from] ?? "market").unpublished;
      for (let at = from; at < to; at += 1)
        cells[at] = {
          text: at === from ? words : "",
          // As the words say, whatever each of them would say alone.
          why: "not published",
          run: at === from ? "first" : "rest",
        };
    }
    return {
      row,
      name: marketName(row),
      place: placeParts(row),
      type: typeName(row),
      doubtful,
      faces: marketFaces(row),
      cells,
    };
  };

  return (row) => {
    const known = kept.get(row);
    if (known !== undefined) return known;
    const texts = prepare(row);
    kept.set(row, texts);
    return texts;
  };
}
