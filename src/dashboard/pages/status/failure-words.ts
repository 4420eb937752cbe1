// What is said, drawn and offered for each kind of failure, wherever one is told: pill, banner and failure screen.
import { Ban, Clock, FileX, Hourglass, KeyRound, ServerOff, WifiOff, type LucideIcon } from "lucide-react";
import type { LoadErrorKind } from "../../queries/fetch-json.ts";

export interface FailureWords {
  /** In the pill, and behind a page that is missing. */
  readonly word: string;
  readonly heading: string;
  /** What is still true, and what may help. @param message the sentence of the error itself */
  readonly text: (message: string) => string;
  readonly Icon: LucideIcon;
  /** Which step leads: waiting for the next try, sending the report to whoever can help, or loading the page anew. */
  readonly step: "wait" | "report" | "reload";
}

export const failureWords: Readonly<Record<LoadErrorKind, FailureWords>> = {
  "key-refused": {
    word: "key refused",
    heading: "The service refused our key",
    text: () =>
      "Nothing was loaded. If this page was open for long, reloading it may be enough. Otherwise whoever runs the Yieldboard server has to set a valid key and start it again.",
    Icon: KeyRound,
    step: "reload",
  },
  timeout: {
    word: "no answer",
    heading: "No answer in time",
    text: () => "The service is slow or down.",
    Icon: Clock,
    step: "wait",
  },
  unreadable: {
    word: "unreadable",
    heading: "The answer is not a list of markets",
    text: (message) =>
      `${message} Trying again rarely helps; the report helps the people who run the service.`,
    Icon: FileX,
    step: "report",
  },
  offline: {
    word: "no network",
    heading: "You are offline",
    text: () => "Rates are read again by themselves as soon as the connection is back.",
    Icon: WifiOff,
    step: "wait",
  },
  "rate-limited": {
    word: "too many requests",
    heading: "Too many requests",
    text: () =>
      "The service asks us to wait before the next one. Pressing sooner only makes the wait longer.",
    Icon: Hourglass,
    step: "wait",
  },
  unavailable: {
    word: "service down",
    heading: "The service is not available",
    text: (message) => message,
    Icon: ServerOff,
    step: "wait",
  },
  refused: {
    word: "request refused",
    heading: "The service refused the request",
    text: (message) => `${message} Clearing the filters may help; trying the same again will not.`,
    Icon: Ban,
    step: "report",
  },
};
