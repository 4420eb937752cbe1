// Saves what a chart shows: its picture as PNG, its points as CSV.

/** Copies of an element's computed look that an image of it cannot inherit from the page. */
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
];

/**
 * Draws the first svg of `container` into a PNG at twice its size, on the surface colour.
 * @throws Error when there is no chart or the browser cannot draw it
 */
export async function chartToPng(container: HTMLElement): Promise<Blob> {
  const svg = container.querySelector("svg");
  if (svg === null) throw new Error("There is no chart to save.");
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("The chart cannot be copied.");
  inlineLook(svg, copy);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser cannot draw pictures here.");
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--surface");
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error("The picture could not be made.")) : resolve(blob),
    );
  });
}

function inlineLook(from: Element, to: Element): void {
  const look = getComputedStyle(from);
  for (const name of drawnProperties) to.setAttribute(name, look.getPropertyValue(name));
  const children = to.children;
  [...from.children].forEach((child, index) => {
    const copy = children.item(index);
    if (copy !== null) inlineLook(child, copy);
  });
}
