import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Panel } from "./panel.tsx";
import { StatList, StatStrip } from "./stat.tsx";

test("a panel is named by its heading, whose level the caller sets", () => {
  const copy = <button type="button">Copy</button>;
  render(<Panel heading="Checks" level={3} description="11 passed" actions={copy} />);
  expect(screen.getByRole("region", { name: "Checks" }).textContent).toBe("Checks11 passedCopy");
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Checks");
});

test("a figure in the description stays on one line", () => {
  const { container } = render(<Panel heading="Recorded here" description="hourly, coverage 99.1 %" />);
  expect(container.querySelector("header .whitespace-nowrap")?.textContent).toBe("99.1 %");
});

test.each([
  [{ error: "failed" }, "Afailedold"],
  [{ loading: "loading", empty: "none" }, "Aloading"],
  [{ empty: "none" }, "Anone"],
])("an error keeps the old content of a panel, loading and empty replace it: %j", (state, text) => {
  const { container } = render(
    <Panel heading="A" {...state}>
      old
    </Panel>,
  );
  expect(container.textContent).toBe(text);
});

const help = "Debt / collateral.";

test("a missing figure says why, as a tile and as a line", () => {
  const totals = [
    { label: "Net", help },
    { label: "Owed", help, missing: "none" },
  ];
  const { container } = render(
    <>
      <StatStrip name="Totals" figures={totals} />
      <StatList
        figures={[
          ["LTV", undefined, help],
          ["Health", "2.3", help, { note: "liquidated under 1.0" }],
        ]}
      />
    </>,
  );
  expect([...container.querySelectorAll("dl > div")].map(({ textContent }) => textContent)).toEqual([
    "NetUnknown",
    "Owednone",
    "LTVUnknown",
    "Healthliquidated under 1.02.3",
  ]);
});
