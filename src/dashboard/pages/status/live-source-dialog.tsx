// How to point the server at a live markets service. The names of the variables stay out of the browser's code, so that a search
// of the bundle for them finds nothing: the README has them.
import type { ReactNode } from "react";
import { Dialog } from "../../ui/overlay/dialog.tsx";

export function LiveSourceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Use a live source" onClose={onClose}>
      <div className="space-y-3 text-text2">
        <p>
          This server answers from its built-in simulation. With two environment variables it reads a live
          markets service instead. Nothing in the dashboard changes but the data.
        </p>
        <p>
          Of the simulation, products, tokens and most Kamino rates were captured. Estimates are: what JLP,
          ONyc and other tokens earn by themselves, the average leverage of loops, sizes and utilization
          outside of Kamino&rsquo;s Main Market, all of MarginFi&rsquo;s USDT, DefiTuna and Carrot, and every
          prediction&rsquo;s prices.
        </p>
        <ol className="list-decimal space-y-2 pl-5">
          <li>The address of the service, with its api prefix and without /v0/markets.</li>
          <li>
            The client key its operator gave you. It stays on the server: no browser, answer or log ever sees
            it.
          </li>
        </ol>
        <p>
          Set both and start the server again. Their names are in the README under{" "}
          <strong className="font-semibold text-text">A real upstream</strong>.
        </p>
      </div>
    </Dialog>
  );
}
