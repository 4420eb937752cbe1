// Elements instead of components, because a list renders hundreds, which would cost more than everything else.
import type { ReactNode, SVGAttributes } from "react";

const size = "mr-1 inline-block size-2.5 flex-none align-[-0.5px]";

function icon(path: string, attributes: SVGAttributes<SVGSVGElement> = {}): ReactNode {
  return (
    <svg
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={size}
      {...attributes}
    >
      <path d={path} />
    </svg>
  );
}

export const arrowUp = icon("M3 9 9 3M4.5 3H9v4.5");
export const arrowDown = icon("m3 3 6 6M9 4.5V9H4.5");
export const triangle = icon("M6 1.6 11 10.4H1L6 1.6ZM6 5v2.4M6 8.8v.2", {
  strokeWidth: 1.2,
  className: `${size} text-danger`,
});
export const info = icon("M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6ZM6 5.6v2.8M6 3.6v.1", {
  strokeWidth: 1.2,
});
export const sortedDown = icon("M6 1.5v9M3 7.5l3 3 3-3");
export const sortedUp = icon("M6 10.5v-9M3 4.5l3-3 3 3");
export const tick = icon("m2.5 6.5 2.5 2.5 4.5-5.5", { strokeWidth: 1.6 });
