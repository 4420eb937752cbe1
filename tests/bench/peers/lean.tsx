// The least React that draws the same: one component a row, kept by its place in the window, cells plain elements.
import { memo, useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import "./peers.css";
import { ColumnStore, columns, pages, rowHeight, type Column, type SentMarket } from "./markets.ts";

const store = new ColumnStore();
const spare = 2;

const Row = memo(function Row({ market, index }: { market: SentMarket; index: number }): ReactNode {
  return (
    <div
      role="row"
      className="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${index * rowHeight}px)` }}
    >
      {columns.map(({ id, isNumber, write }) => (
        <div key={id} role="cell" className={isNumber ? "cell number" : "cell"}>
          {write(market)}
        </div>
      ))}
    </div>
  );
});

function Page(): ReactNode {
  const [, redraw] = useState(0);
  const [top, setTop] = useState(0);
  const [search, setSearch] = useState("");
  const [rewardsOnly, setRewardsOnly] = useState(false);
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void (async () => {
      for await (const page of pages()) {
        store.add(page);
        redraw((times) => times + 1);
      }
    })();
  }, []);

  const filter = (text: string, rewards: boolean): void => {
    setSearch(text);
    setRewardsOnly(rewards);
    store.filter(text, rewards);
  };
  const order = (column: Column): void => {
    const { sort } = store;
    store.orderBy({ column, descending: sort.column === column ? !sort.descending : column.isNumber });
    if (region.current !== null) region.current.scrollTop = 0;
    redraw((times) => times + 1);
  };

  const { shown, markets, sort } = store;
  const count = Math.ceil((region.current?.clientHeight ?? innerHeight) / rowHeight) + 2 * spare;
  const start = Math.max(0, Math.floor(top / rowHeight) - spare);
  const width = columns.length * 110;
  return (
    <>
      <div className="tools">
        <input
          type="search"
          aria-label="Search markets"
          value={search}
          onChange={(event) => filter(event.currentTarget.value, rewardsOnly)}
        />
        <label>
          <input
            type="checkbox"
            checked={rewardsOnly}
            onChange={(event) => filter(search, event.currentTarget.checked)}
          />
          Only with rewards
        </label>
      </div>
      <div
        ref={region}
        className="region"
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          flushSync(() => setTop(scrollTop));
        }}
      >
        <div role="table" aria-rowcount={shown.length + 1}>
          <div role="row" className="head" style={{ width }}>
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                className="cell"
                aria-sort={sort.column === column ? (sort.descending ? "descending" : "ascending") : "none"}
              >
                <button type="button" onClick={() => order(column)}>
                  {column.name}
                </button>
              </div>
            ))}
          </div>
          <div role="rowgroup" style={{ position: "relative", width, height: shown.length * rowHeight }}>
            {Array.from({ length: count }, (_, at) => {
              // Each place of the window keeps its element: the one that leaves at one end comes in at the other.
              const index = start + ((((at - start) % count) + count) % count);
              const market = markets[shown[index] ?? -1];
              return market === undefined ? null : <Row key={at} market={market} index={index} />;
            })}
          </div>
        </div>
      </div>
    </>
  );
}

const root = document.createElement("div");
document.body.append(root);
createRoot(root).render(<Page />);
