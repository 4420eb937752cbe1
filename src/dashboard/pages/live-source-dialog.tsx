// How to point the server at a live markets service.
import type { ReactNode } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";

const command = "MARKETS_BASE_URL=https://markets.example.com/api MARKETS_CLIENT_KEY=your-key npm start";

export function LiveSourceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Use a live source" onClose={onClose}>
      <div className="space-y-3 text-text2">
        <p>
          This server answers from its built-in simulation. With two environment variables it reads a live
          markets service instead. Nothing in the dashboard changes but the data.
        </p>
        <dl className="space-y-2">
          <div>
            <dt className="font-mono text-small text-text">MARKETS_BASE_URL</dt>
            <dd>The address of the service, with its api prefix and without /v0/markets.</dd>
          </div>
          <div>
            <dt className="font-mono text-small text-text">MARKETS_CLIENT_KEY</dt>
            <dd>
              The client key its operator gave you. It stays on the server: no browser, answer or log ever
              sees it.
            </dd>
          </div>
        </dl>
        {/* Focusable, so that the keyboard can scroll it. */}
        <pre
          tabIndex={0}
          className="overflow-x-auto rounded-control border border-line2 bg-inset p-2.5 font-mono text-tiny text-text"
        >
          {command}
        </pre>
        <CopyButton label="Copy command" what="Command" text={() => command} />
      </div>
    </Dialog>
  );
}
