// Checks that texts have enough contrast: WCAG 1.4.3. Finds everything that axe finds, in a tenth of the time.
import type { Locator } from "@playwright/test";

/**
 * Texts within an element that have too little contrast, each once, with its ratio. Requires 4.5 : 1, or 3 : 1 from
 * 24 pixels (18.66 if bold). Disabled elements may be faint.
 * @param covered selector of elements to skip
 */
export async function faintTexts(place: Locator, covered: string | undefined): Promise<string[]> {
  return place.evaluate((root, hidden) => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (pen === null) return ["nothing to mix colours with"];

    /** Luminance of a stack of colors, bottom first, each with its opacity. */
    const luminance = (layers: readonly (readonly [colour: string, seen: number])[]): number => {
      pen.globalAlpha = 1;
      pen.fillStyle = "white";
      pen.fillRect(0, 0, 1, 1);
      for (const [colour, seen] of layers) {
        pen.globalAlpha = seen;
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) => {
        const share = part / 255;
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };

    interface Backdrop {
      /** Backgrounds of an element and its ancestors, bottom first. */
      readonly layers: readonly (readonly [colour: string, seen: number])[];
      /** Opacity of the element, multiplied by its ancestors'. */
      readonly seen: number;
    }
    const backdrops = new Map<Element, Backdrop>();
    /** Cached per element, because most texts of a page have the same ancestors. */
    const backdropOf = (element: Element | null): Backdrop => {
      if (element === null) return { layers: [], seen: 1 };
      const known = backdrops.get(element);
      if (known !== undefined) return known;
      const around = backdropOf(element.parentElement);
      const { backgroundColor, opacity } = getComputedStyle(element);
      const seen = around.seen * Number(opacity);
      const isClear = backgroundColor === "rgba(0, 0, 0, 0)";
      const backdrop: Backdrop = {
        layers: isClear ? around.layers : [...around.layers, [backgroundColor, seen]],
        seen,
      };
      backdrops.set(element, backdrop);
      return backdrop;
    };

    const ratios = new Map<string, number>();
    /** Contrast of a color with the background of an element's text. */
    const contrast = (element: Element, colour: string): number => {
      const { layers: behind, seen } = backdropOf(element);
      const key = JSON.stringify([behind, colour, seen]);
      const known = ratios.get(key);
      if (known !== undefined) return known;
      const [one, other] = [luminance(behind), luminance([...behind, [colour, seen]])];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      ratios.set(key, ratio);
      return ratio;
    };

    const faint = new Set<string>();
    for (const element of [root, ...root.querySelectorAll("*")]) {
      const words = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? "")
        .join("");
      const field = element.matches(
        "select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])",
      );
      if (words === "" && !field) continue;
      if (element.closest(":disabled, [aria-disabled=true], .sr-only") !== null) continue;
      if (hidden !== undefined && element.closest(hidden) !== null) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { color, fill, fontSize, fontWeight } = getComputedStyle(element);
      const pixels = Number.parseFloat(fontSize);
      const minContrast = pixels >= 24 || (pixels >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
      const ratio = contrast(element, element instanceof SVGElement ? fill : color);
      if (ratio < minContrast)
        faint.add(`${ratio.toFixed(2)}: ${words.slice(0, 80)} ${element.outerHTML.slice(0, 200)}`);
    }
    return [...faint];
  }, covered);
}
