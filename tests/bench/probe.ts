// Measures inside a page, the same way in each. Finds rows, headers and controls by their roles and names.

/** Times in ms since the navigation. Actions take from the event until the frame with the changed rows is painted. */
export interface Probe {
  /** Times at which the number of painted rows changed. */
  readonly rowsAt: readonly number[];
  sort(column: string): Promise<number>;
  search(text: string): Promise<number>;
  /** Clicks a checkbox. */
  toggle(label: string): Promise<number>;
  /** Scrolls the list from a position, one step before each frame. */
  scroll(pixelsPerMs: number, durationMs: number, from: number): Promise<ScrollFigures>;
  /** Paths of all scripts loaded so far, the number of loaded pages of markets, and when the last one arrived. */
  loaded(): { readonly scripts: readonly string[]; readonly pages: number; readonly lastPageAt: number };
}

export interface ScrollFigures {
  readonly frames: number;
  /** Share of frames that took more than 50 ms. */
  readonly slow: number;
  readonly longest: number;
  /** Share of the list's area without a rendered row, over all frames. */
  readonly blank: number;
}

/** Runs in the page before anything else. It is sent as text, so it must not use anything defined outside. */
export function installProbe(): void {
  const headers = "[role=columnheader], th[scope=col]";
  const rowsOf = (): readonly Element[] =>
    [...document.querySelectorAll("[aria-rowcount] [aria-rowindex]")].filter(
      (row) => row.querySelector(headers) === null,
    );
  const rowCount = (): number =>
    Number(document.querySelector("[aria-rowcount]")?.getAttribute("aria-rowcount") ?? 0) - 1;
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  // A task queued within a frame runs after that frame is painted.
  const painted = (): Promise<number> =>
    new Promise((resolve) => setTimeout(() => resolve(performance.now())));

  const rowsAt: number[] = [];
  let known = 0;
  const watch = async (): Promise<void> => {
    for (;;) {
      await nextFrame();
      const now = rowCount();
      if (now <= 0 || now === known || rowsOf().length === 0) continue;
      known = now;
      rowsAt.push(await painted());
    }
  };

  const signature = (): string =>
    rowCount() +
    rowsOf()
      .map((row) => row.textContent)
      .join();
  const untilChanged = async (act: () => void): Promise<number> => {
    const before = signature();
    const start = performance.now();
    act();
    do await nextFrame();
    while (signature() === before);
    return (await painted()) - start;
  };

  const scrollerOf = (row: Element | undefined): Element => {
    for (let at = row?.parentElement; at !== null && at !== undefined; at = at.parentElement)
      if (at.scrollHeight > at.clientHeight + 50 && getComputedStyle(at).overflowY !== "visible") return at;
    return document.scrollingElement ?? document.body;
  };

  const found = (selector: string, name: string): Element => {
    const named = [...document.querySelectorAll(selector)].find((element) =>
      element.textContent.trim().startsWith(name),
    );
    if (named === undefined) throw new Error(`The page has no ${name}.`);
    return named;
  };

  const probe: Probe = {
    rowsAt,
    sort: (column) => {
      const header = found(headers, column);
      const target = header.querySelector("button, .ag-header-cell-label") ?? header;
      return untilChanged(() => target.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    },
    search: (text) => {
      const field = document.querySelector("input[type=search]");
      return untilChanged(() => {
        // Uses the prototype's setter, as typing does, because React watches the element's own property.
        if (field !== null) Reflect.set(HTMLInputElement.prototype, "value", text, field);
        field?.dispatchEvent(new Event("input", { bubbles: true }));
      });
    },
    toggle: (label) => {
      const box = found("label", label).querySelector("input");
      return untilChanged(() => box?.click());
    },
    scroll: async (pixelsPerMs, durationMs, from) => {
      const scroller = scrollerOf(rowsOf()[0]);
      scroller.scrollTop = from;
      await nextFrame();
      await painted();
      const head = document.querySelector(headers);
      const top = Math.max(
        scroller.getBoundingClientRect().top,
        head !== null && scroller.contains(head) ? head.getBoundingClientRect().bottom : 0,
      );
      const bottom = Math.min(scroller.getBoundingClientRect().bottom, innerHeight);
      const shares: number[] = [];
      // A ResizeObserver is called when a frame is laid out but not painted yet, so it sees what the user will see.
      const ruler = document.body.appendChild(document.createElement("div"));
      ruler.style.cssText = "position:fixed;height:1px;width:1px;visibility:hidden";
      const observer = new ResizeObserver(() => {
        let covered = 0;
        for (const row of rowsOf()) {
          const rect = row.getBoundingClientRect();
          const height = Math.min(rect.bottom, bottom) - Math.max(rect.top, top);
          if (height > 0 && row.textContent !== "") covered += height;
        }
        shares.push(Math.max(0, 1 - covered / (bottom - top)));
      });
      observer.observe(ruler);
      const frames: number[] = [];
      const start = performance.now();
      for (let last = start, now = start; now - start < durationMs;) {
        // Scrolls between two frames, like a finger: the list gets the scroll event in the frame that shows
        // it.
        scroller.scrollTop = from + (performance.now() - start) * pixelsPerMs;
        now = await nextFrame();
        ruler.style.width = `${1 + (frames.length % 2)}px`;
        if (frames.length > 0 || now > start) frames.push(now - last);
        last = now;
        await painted();
      }
      observer.disconnect();
      ruler.remove();
      const mean = (values: readonly number[]): number =>
        values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
      return {
        frames: frames.length,
        slow: mean(frames.map((time) => (time > 50 ? 1 : 0))),
        longest: Math.max(...frames),
        blank: mean(shares),
      };
    },
    loaded: () => {
      const entries = performance
        .getEntriesByType("resource")
        .map(({ name, startTime, duration }) => ({ path: new URL(name).pathname, at: startTime + duration }));
      const pages = entries.filter(({ path }) => path.endsWith("/v0/markets"));
      return {
        scripts: [...new Set(entries.map(({ path }) => path))].filter((path) => path.endsWith(".js")),
        pages: pages.length,
        lastPageAt: Math.max(...pages.map(({ at }) => at)),
      };
    },
  };
  performance.setResourceTimingBufferSize(10_000);
  Reflect.set(globalThis, "probe", probe);
  void watch();
}
