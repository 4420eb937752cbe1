// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Panel } from "./panel.tsx";
import { StatList, StatStrip } from "./stat.tsx";

test("a panel is named by its heading, whose level is the caller's", () => {
  render(
    <Panel
      heading="Checks"
      level={3}
      description="11 passed"
      actions={<button type="button">Copy</button>}
    />,
  );
  expect(screen.getByRole("region", { name: "Checks" }).textContent).toBe("Checks11 passedCopy");
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Checks");
});

test("an error keeps what is left of a panel, loading and empty replace it", () => {
  const { rerender } = render(
    <Panel heading="A" error="failed">
      old
    </Panel>,
  );
  const panel = screen.getByRole("region", { name: "A" });
  expect(panel.textContent).toBe("Afailedold");
  rerender(
    <Panel heading="A" loading="loading" empty="none">
      old
    </Panel>,
  );
  expect(panel.textContent).toBe("Aloading");
  rerender(
    <Panel heading="A" empty="none">
      old
    </Panel>,
  );
  expect(panel.textContent).toBe("Anone");
});

const help = "Debt / collateral.";

test("a figure that is missing says why, as a tile and as a line", () => {
  const { container } = render(
    <>
      <StatStrip
        name="Totals"
        missing="no total"
        figures={[
          { label: "Net", help },
          { label: "Owed", help, missing: "none" },
        ]}
      />
      <StatList
        figures={[
          ["LTV", undefined, { help }],
          ["Health", "2.3", { note: "liquidated under 1.0", help }],
        ]}
      />
    </>,
  );
  expect([...container.querySelectorAll("dl > div")].map(({ textContent }) => textContent)).toEqual([
    "Netno total",
    "Owednone",
    "LTVunknown",
    "Healthliquidated under 1.02.3",
  ]);
});
