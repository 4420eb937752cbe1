// Small signs as plain elements: a list draws hundreds of them, and an icon component each would cost more than the list.
import type { ReactNode } from "react";

const stroke = {
  viewBox: "0 0 12 12",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.4,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
} as const;

export const arrowUp: ReactNode = (
  <svg {...stroke} className="sign">
    <path d="M3 9 9 3M4.5 3H9v4.5" />
  </svg>
);
export const arrowLevel: ReactNode = (
  <svg {...stroke} className="sign">
    <path d="M1.5 6h9M7.5 3l3 3-3 3" />
  </svg>
);
export const arrowDown: ReactNode = (
  <svg {...stroke} className="sign">
    <path d="m3 3 6 6M9 4.5V9H4.5" />
  </svg>
);
export const triangle: ReactNode = (
  <svg {...stroke} strokeWidth={1.2} className="sign sign-danger">
    <path d="M6 1.6 11 10.4H1L6 1.6ZM6 5v2.4M6 8.8v.2" />
  </svg>
);
export const sortedDown: ReactNode = (
  <svg {...stroke} className="sign">
    <path d="M6 1.5v9M3 7.5l3 3 3-3" />
  </svg>
);
export const sortedUp: ReactNode = (
  <svg {...stroke} className="sign">
    <path d="M6 10.5v-9M3 4.5l3-3 3 3" />
  </svg>
);
export const star: ReactNode = (
  <svg
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.2}
    strokeLinejoin="round"
    aria-hidden
    className="sign-star"
  >
    <path d="m8 1.8 1.9 3.9 4.3.6-3.1 3 .8 4.3L8 11.5l-3.9 2.1.8-4.3-3.1-3 4.3-.6L8 1.8Z" />
  </svg>
);
export const fold: ReactNode = (
  <svg {...stroke} className="sign">
    <path d="m4.5 2.5 3.5 3.5-3.5 3.5" />
  </svg>
);
export const tick: ReactNode = (
  <svg {...stroke} strokeWidth={1.6} className="sign">
    <path d="m2.5 6.5 2.5 2.5 4.5-5.5" />
  </svg>
);
