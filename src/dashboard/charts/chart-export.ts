import { csvTable, type CsvConstant } from "../../domain/format/csv.ts";
import type { ChartRow, ChartTable } from "./chart-series.ts";

/** Styles that an image cannot inherit from the page. */
const drawnProperties = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "font-size",
  "font-weight",
  "font-family",
  "opacity",
  "fill-opacity",
  "paint-order",
];

const captionHeight = 36;
const scale = 2;

export async function chartToPng(container: HTMLElement | null, caption: string): Promise<Blob> {
  const drawn = container?.querySelectorAll<SVGSVGElement>("svg.recharts-surface") ?? [];
  const charts = Array.from(drawn, (svg) => ({ svg, box: svg.getBoundingClientRect() }));
  if (container === null || charts.length === 0) throw new Error("There is no chart to save.");
  const width = Math.max(...charts.map(({ box }) => box.width));
  const height = charts.reduce((sum, { box }) => sum + box.height, captionHeight);
  const canvas = document.createElement("canvas");
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser can't draw images here.");
  const style = getComputedStyle(document.documentElement);
  context.scale(scale, scale);
  context.fillStyle = style.getPropertyValue("--surface");
  context.fillRect(0, 0, width, height);
  context.fillStyle = style.getPropertyValue("--text");
  context.font = `600 13px ${getComputedStyle(container).fontFamily}`;
  context.fillText(caption, 16, 23, width - 32);
  let top = captionHeight;
  for (const { svg, box } of charts) {
    context.drawImage(await pictureOf(svg, box), 0, top, box.width, box.height);
    top += box.height;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error("The image could not be created.")) : resolve(blob),
    );
  });
}

async function pictureOf(svg: SVGSVGElement, { width, height }: DOMRect): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("The chart cannot be copied.");
  inlineStyles(svg, copy);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

function inlineStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  // Inline styles would override the attributes, with variables that the picture lacks.
  to.removeAttribute("style");
  for (const name of drawnProperties) to.setAttribute(name, style.getPropertyValue(name));
  const children = to.children;
  [...from.children].forEach((child, index) => {
    const copy = children.item(index);
    if (copy !== null) inlineStyles(child, copy);
  });
}

/** Rates are fractions, times ISO 8601, and missing values empty. `about` is repeated in every line. */
export function chartCsv(
  { series, leading, rows, liveAt }: ChartTable,
  about: readonly CsvConstant[],
): string {
  const isGap = ({ values }: ChartRow): boolean =>
    values.slice(0, leading).every((value) => value === undefined);
  return csvTable<ChartRow>(
    [
      ["time (UTC)", ({ at }) => new Date(at).toISOString()],
      ...series.map(({ fileName }, index) => [fileName, ({ values }: ChartRow) => values[index]] as const),
      ["state", (row) => (row.at === liveAt ? "now" : isGap(row) ? "no data" : "")],
    ],
    rows,
    about,
  );
}

export function chartFileName(id: string, range: string, extension: "png" | "csv" | "parquet"): string {
  return `yieldboard-${id.replaceAll(/[^\w.-]+/g, "_").slice(0, 80)}-${range}.${extension}`;
}
