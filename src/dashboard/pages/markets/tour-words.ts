// What the tour of the markets page says: the steps in their order, each in one or two plain sentences.

export type TourStepId =
  | "filters"
  | "rate"
  | "plain-rate"
  | "size"
  | "sort"
  | "compare"
  | "actions"
  | "status";

export interface TourSetting {
  readonly phone: boolean;
  /** Whether markets are drawn as cards, which have no header to sort by: always on a phone. */
  readonly cards: boolean;
  /** Whether the markets are simulated, so that no action reaches a wallet. */
  readonly demo: boolean;
}

export interface TourWords {
  readonly id: TourStepId;
  readonly title: string;
  readonly text: (setting: TourSetting) => string;
}

export const tourWords: readonly TourWords[] = [
  {
    id: "filters",
    title: "Find what fits",
    text: ({ phone }) =>
      phone
        ? "Filters narrows the list by token, type, provider and more. The magnifier above searches by name."
        : "Search by token, provider or product, and narrow the list below it. The key / leads to the search.",
  },
  {
    id: "rate",
    title: "The rate and its parts",
    text: () =>
      "A bar of two colors sets base yield apart from rewards, which may end. Press a rate for its parts, its averages and its origin.",
  },
  {
    id: "plain-rate",
    title: "The rate and its parts",
    text: () => "Press a rate for its parts, its averages and its origin.",
  },
  {
    id: "size",
    title: "My size",
    text: () =>
      "Enter what you would deposit. The list then tells what is left of each rate at that size, whether it fits, and whether it could leave again.",
  },
  {
    id: "sort",
    title: "The order",
    text: ({ cards }) =>
      cards
        ? "Sort by orders the whole list, not only what is on the screen. What is not given comes last."
        : "A column’s header sorts the whole list; hold Shift for a second key. Columns, above the table, chooses what is shown.",
  },
  {
    id: "compare",
    title: "Compare and star",
    text: () =>
      "Tick up to eight markets to see them side by side. A star keeps a market for later, in this browser only.",
  },
  {
    id: "actions",
    title: "Where the actions lead",
    text: ({ demo }) =>
      demo
        ? "Actions open in a new tab. In this demo they lead to a page that says what they would do, never to a wallet."
        : "Actions open in a new tab, on a page that hands the transaction to your wallet to sign or refuse. Nothing is signed here.",
  },
  {
    id: "status",
    title: "How old, how complete",
    text: () =>
      "Data status says when the rates were read, and whether the list is complete or markets are still missing. Press it for the details.",
  },
];
