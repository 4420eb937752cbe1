// Whether the tour of the markets page is still to be offered in this browser, and whether it is being taken.
import { useCallback, useState } from "react";
import { createStoredValue, useStoredValue } from "../../data/kept/stored-value.ts";

const answers = ["taken", "declined"] as const;

const storedAnswer = createStoredValue<(typeof answers)[number] | undefined>(
  "yieldboard.tour",
  (text) => answers.find((answer) => answer === text),
  (answer) => answer,
);

export interface TourControl {
  /** Until it was taken or declined, once per browser. */
  readonly offered: boolean;
  readonly running: boolean;
  readonly take: () => void;
  readonly decline: () => void;
  readonly end: () => void;
}

const decline = (): void => storedAnswer.set("declined");

/** @param here whether the markets page is shown: leaving it ends the tour, and elsewhere there is none */
export function useTour(here: boolean): TourControl | undefined {
  const offered = useStoredValue(storedAnswer) === undefined;
  const [running, setRunning] = useState(false);
  if (running && !here) setRunning(false);
  const take = useCallback(() => {
    storedAnswer.set("taken");
    setRunning(true);
  }, []);
  const end = useCallback(() => setRunning(false), []);
  return here ? { offered, running, take, decline, end } : undefined;
}
