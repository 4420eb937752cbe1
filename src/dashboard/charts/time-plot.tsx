// One Recharts plot per pane. All share a tooltip and time axis.
import { useId, useRef, useState, type FocusEvent, type ReactNode } from "react";
import type { ChartPane, ChartTable } from "./chart-series.ts";
import { PanePlot, scaledPane, type PanePlotProps } from "./pane-plot.tsx";

interface TimePlotProps extends Pick<PanePlotProps, "table" | "bands" | "marks"> {
  readonly title: string;
  readonly description: string;
  readonly panes: readonly ChartPane[];
  readonly narrow: boolean;
  readonly small: boolean;
}

const letterWidth = 6.8;
/** Pixels from the end of a line to the words after its letter, or to the letter if there are no words. */
const letterFrame = { worded: 34, bare: 26 };
const endGap = 8;
const endMargin = 8;

export function TimePlot(props: TimePlotProps): ReactNode {
  const { title, description, panes, narrow, small, ...shared } = props;
  const syncId = useId();
  // Tracked here: for Recharts, a page that opens or scrolls under a resting pointer also counts as entering.
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const showsNames = small || !narrow;
  const scaled = panes.map(scaledPane);
  const sides = sidesOf(scaled, shared.table, showsNames);
  const onKeyboard = (): void => setPointed(0);
  const isStarted = useRef(false);
  // On its first focus, Recharts starts at the oldest point, but at the newest if it gets a left arrow key before.
  const startAtNewest = ({ target }: FocusEvent): void => {
    if (!isStarted.current)
      target.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    isStarted.current = true;
  };
  return (
    <div
      role="none"
      className="flex flex-col"
      onFocusCapture={startAtNewest}
      onFocus={onKeyboard}
      onKeyDown={onKeyboard}
    >
      {scaled.map((one, index) => (
        <PanePlot
          key={one.pane.series[0]?.fileName}
          {...one}
          {...shared}
          width={narrow ? "narrow" : "wide"}
          sides={sides}
          showsNames={showsNames}
          isLast={index === scaled.length - 1}
          isRead={pointed !== undefined}
          isPointed={index === pointed}
          onPoint={() => setPointed(index)}
          onLeave={() => setPointed(undefined)}
          syncId={syncId}
          name={index === 0 ? { title, desc: description } : undefined}
        />
      ))}
    </div>
  );
}

function sidesOf(
  panes: readonly ReturnType<typeof scaledPane>[],
  { series }: ChartTable,
  showsNames: boolean,
) {
  const left = 14 + letterWidth * widest(panes.flatMap(({ levels, tick }) => levels.map(tick)));
  const endTexts = panes.flatMap(({ ends }) => ends.map(({ text, detail }) => `${text} ${detail}`));
  const hasLetters = series.some(({ seriesIndex }) => seriesIndex !== undefined);
  const right = showsNames
    ? (hasLetters ? letterFrame.worded : endGap) + letterWidth * widest(endTexts) + endMargin
    : (hasLetters ? letterFrame.bare : endGap) + 6;
  return { left, right };
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}
