import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { MarketIcon, loadableImage } from "./market-icon.tsx";
import { Meter } from "./meter.tsx";
import { Ring } from "./shares.tsx";

test.each([
  ["https://cdn.example/a.png", true],
  ["/icons/usdc.svg", true],
  ["data:image/png;base64,AAAA", true],
  ["http://cdn.example/a.png", false],
  ["//cdn.example/a.png", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
])("a token icon loads %s: %s", (address, allowed) => {
  expect(loadableImage(address) !== undefined).toBe(allowed);
});

test("a token icon shows its letter until its image has loaded, and is hidden from screen readers", () => {
  const icon = { letter: "C", seed: "m", image: "/icons/usdc.svg" };
  const badge = { letter: "K", seed: "k", image: undefined };
  const { container } = render(<MarketIcon icon={icon} badge={badge} />);
  expect(container.textContent).toBe("CK");
  expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  const [image] = container.querySelectorAll("img");
  if (image === undefined) throw new Error("No image.");
  const isLoaded = (): boolean => image.hasAttribute("data-loaded");
  expect(isLoaded()).toBe(false);
  fireEvent.load(image);
  expect(isLoaded()).toBe(true);
  fireEvent.error(image);
  expect(isLoaded()).toBe(false);
});

const widthOf = (share: number): string | undefined =>
  render(<Meter share={share} className="h-1" />).container.querySelector<HTMLElement>("span > span")?.style
    .width;

test("a meter and a ring clamp their share to the full range", () => {
  expect([widthOf(-1), widthOf(0.5), widthOf(7)]).toEqual(["0%", "50%", "100%"]);
  const { container } = render(<Ring share={7} danger={false} />);
  expect(container.querySelectorAll("circle")[1]?.getAttribute("stroke-dasharray")).toMatch(/ 0$/);
});
