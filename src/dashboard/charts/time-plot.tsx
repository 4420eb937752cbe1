// One Recharts plot per pane. All share a tooltip and time axis.
import { useId, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
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
  const onFocus = ({ target }: SyntheticEvent): void => {
    setPointed(0);
    press("ArrowRight", target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    setPointed(0);
    const arrow = event.key === "Home" ? "ArrowLeft" : event.key === "End" ? "ArrowRight" : undefined;
    if (arrow === undefined) return;
    event.preventDefault();
    press(arrow, event.target);
  };
  /** Up to the edge. Recharts knows only arrow keys, and starts at the oldest point. */
  const press = (key: string, target: EventTarget): void => {
    for (let at = 1; at < shared.table.rows.length; at += 1)
      target.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true }));
  };
  return (
    <div role="none" className="flex flex-col" onFocus={onFocus} onKeyDown={onKeyDown}>
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
