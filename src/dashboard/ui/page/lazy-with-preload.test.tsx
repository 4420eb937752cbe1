import { render, screen } from "@testing-library/react";
import { Suspense, useState, type ReactNode } from "react";
import { userEvent } from "@testing-library/user-event";
import { it } from "vitest";
import { lazyWithPreload } from "./load-boundary.tsx";

function Greeting({ name }: { readonly name: string }): ReactNode {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{`${name} ${count}`}</button>;
}

const shown = (part: ReactNode): ReactNode => <Suspense fallback={<p>Waiting</p>}>{part}</Suspense>;

it("renders preloaded code in its first render, without the fallback", async () => {
  const Part = lazyWithPreload(() => Promise.resolve(Greeting));
  await Part.preload();
  render(shown(<Part name="Ada" />));
  screen.getByText("Ada 0");
});

it("loads code that was not preloaded, and keeps its state when a preload follows", async () => {
  const Part = lazyWithPreload(() => Promise.resolve(Greeting));
  const { rerender } = render(shown(<Part name="Ada" />));
  screen.getByText("Waiting");
  await userEvent.click(await screen.findByText("Ada 0"));
  await Part.preload();
  rerender(shown(<Part name="Bob" />));
  screen.getByText("Bob 1");
});

it("forgets a failed preload and loads the code on first render", async () => {
  let online = false;
  const Part = lazyWithPreload(() =>
    online ? Promise.resolve(Greeting) : Promise.reject(new Error("offline")),
  );
  await Part.preload();
  online = true;
  render(shown(<Part name="Ada" />));
  await screen.findByText("Ada 0");
});
