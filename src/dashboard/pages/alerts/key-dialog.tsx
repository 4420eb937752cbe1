// The service stores rules under a key. Another browser with the same key has the same rules.
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { maxRules } from "../../../contract/alerts/rule.ts";
import { readAlertsKey } from "../../data/alerts/read-alerts-key.ts";
import { keyOfRules } from "../../data/alerts/alert-marks.ts";
import { adoptKey, useHandOver, type KeyAdoption } from "../../queries/alerts.ts";
import { countOf } from "../../../domain/format/number.ts";
import { Button } from "../../ui/fields/button.tsx";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { noAutocorrect, TextField } from "../../ui/fields/text-field.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";

export function KeyButton(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<KeyRound />} onClick={() => setOpen(true)}>
        Sync key
      </Button>
      {open ? <KeyDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function KeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [shown, setShown] = useState<string | undefined>(undefined);
  return (
    <Dialog title="Sync key" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p>
          The service keeps your rules under a random key of this browser. Another browser with the same key
          shares your rules and their alerts. Anyone with the key can read, change and delete the rules,
          including the wallets they name: keep it like a password.
        </p>
        <section aria-labelledby="own-key">
          <h3 id="own-key" className="mb-1.5 text-small font-semibold">
            Key of this browser
          </h3>
          <div className="flex flex-wrap items-center gap-2">
            <code className="flex min-h-8 min-w-0 basis-full items-center rounded-control border border-line2 bg-inset px-2 text-small [overflow-wrap:anywhere]">
              {shown === undefined ? (
                <>
                  <span aria-hidden="true">{"•••• ".repeat(8)}</span>
                  <span className="sr-only">not shown</span>
                </>
              ) : (
                // In groups of four, which are easier to compare.
                shown.match(/.{1,4}/gu)?.join(" ")
              )}
            </code>
            <Button onClick={() => setShown(shown === undefined ? keyOfRules() : undefined)}>
              {shown === undefined ? "Show key" : "Hide key"}
            </Button>
            <CopyButton label="Copy key" what="Key" text={keyOfRules} />
          </div>
        </section>
        <OtherKey />
      </div>
    </Dialog>
  );
}

function OtherKey(): ReactNode {
  const handOver = useHandOver();
  const announce = useAnnounce();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const reading = readAlertsKey(text);
  const adoption = useMutation({
    networkMode: "always",
    mutationFn: adoptKey,
    onSuccess: async (result) => {
      if (result.kind !== "taken") return;
      setText("");
      setTried(false);
      await handOver();
      announce(resultText(result));
    },
  });
  const { data: result } = adoption;
  const taken = result?.kind === "taken";
  const adopt = (): void => {
    setTried(true);
    if (!adoption.isPending && reading.ok) adoption.mutate(reading.value);
  };
  return (
    <form
      aria-labelledby="other-key"
      onSubmit={(event) => {
        event.preventDefault();
        adopt();
      }}
    >
      <h3 id="other-key" className="mb-1.5 text-small font-semibold">
        Key of another browser
      </h3>
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Key to use here"
          labelPlace="hidden"
          placeholder="32 characters, 0 to 9 and a to f"
          text={text}
          {...noAutocorrect}
          className="flex-1 basis-60"
          error={tried && !reading.ok ? reading.message : undefined}
          onText={(next) => {
            setText(next);
            adoption.reset();
          }}
        />
        <Button aria-disabled={adoption.isPending} onClick={adopt}>
          Use this key
        </Button>
      </div>
      <p className="mt-1.5 text-small text-text2">
        Its rules are merged with yours. Both browsers then share one list.
      </p>
      {result === undefined ? null : (
        <p role={taken ? undefined : "alert"} className={taken ? "mt-1.5" : "mt-1.5 text-danger"}>
          {resultText(result)}
        </p>
      )}
    </form>
  );
}

const refusals: Readonly<Record<Exclude<KeyAdoption["kind"], "taken">, string>> = {
  same: "This browser uses that key already.",
  none: "No rules are stored under that key. Nothing was changed.",
  full: `Together, the two lists have more than ${countOf(maxRules, "rule")}. Delete some first. Nothing was changed.`,
  failed: "The service could not be reached. Nothing was changed. Try again in a moment.",
};

function resultText(result: KeyAdoption): string {
  return result.kind === "taken"
    ? `${countOf(result.count, "rule")} from that key ${result.count === 1 ? "was" : "were"} added.`
    : refusals[result.kind];
}
