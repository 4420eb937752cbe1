import { Eye, Wallet, X } from "lucide-react";
import { createContext, useContext, useId, useState, type ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { demoWalletName } from "../../queries/positions.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import {
  maxWallets,
  mayBecomeWallet,
  readWallet,
  refusedWallets,
} from "../../data/positions/wallet-address.ts";
import { readParameter } from "../../../domain/view-state/search-text.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { seriesLetters } from "../../charts/series-letter.tsx";
import { Button } from "../../ui/fields/button.tsx";
import { noAutocorrect } from "../../ui/fields/text-field.tsx";
import { ChoiceChip } from "../../ui/marks/choice-chip.tsx";
import { PopoverButton } from "../../ui/overlay/popover.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { changeSearch, currentSearch } from "../../view-state/address.ts";
import { withWallets } from "./portfolio-address.ts";

function showWallets(wallets: readonly string[]): void {
  changeSearch((now) => withWallets(now, wallets));
}

export function WalletBar(): ReactNode {
  const { demoWallets = [] } = useDashboardConfig();
  const wallets = useContext(WalletsContext);
  const without = (address: string) => wallets.filter((wallet) => wallet !== address);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <WalletField />
      <PopoverButton
        label="How addresses are handled"
        className="inline-flex min-h-9 items-center gap-1.5 rounded-item text-small text-text2 hover:text-text pointer-coarse:min-h-11"
        panelClassName="w-[min(24rem,calc(100vw-16px))] p-3 text-small text-text2"
        content={() => <PrivacyText />}
      >
        <Eye className="size-4" />
        Read-only · never stored
      </PopoverButton>
      {demoWallets.length === 0 ? null : (
        <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-2 max-md:w-full max-md:gap-y-1">
          <span id="demo-wallets" className="text-small text-text2">
            Demo wallets
          </span>
          <span
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot be laid out in a line everywhere.
            role="group"
            aria-labelledby="demo-wallets"
            // On a phone, a single scrolling line, so that the positions stay in view.
            className="flex min-w-0 gap-1.5 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] max-md:[&>*]:shrink-0 md:flex-wrap"
          >
            {demoWallets.map(({ address, name, positions }) => (
              <ChoiceChip
                key={address}
                label={`${name} ${formatCount(positions).text}`}
                ref={wallets.includes(address) ? bringIntoView : undefined}
                pressed={wallets.includes(address)}
                description={address}
                onPress={() => showWallets(wallets.includes(address) ? without(address) : [address])}
              />
            ))}
          </span>
        </div>
      )}
    </div>
  );
}

/** On a phone, where the chips are a scrolling line. `scrollIntoView` could scroll the page too. */
function bringIntoView(chip: HTMLElement | null): void {
  const line = chip?.parentElement;
  if (line) line.scrollLeft = chip.offsetLeft - line.offsetLeft - (line.clientWidth - chip.clientWidth) / 2;
}

function WalletField(): ReactNode {
  const config = useDashboardConfig();
  const wallets = useContext(WalletsContext);
  const id = useId();
  const announce = useAnnounce();
  const [text, setText] = useState(() => refusedWallets(readParameter(currentSearch(), "wallet") ?? ""));
  const [tried, setTried] = useState(text !== "");
  const typed = partsOf(text);
  const judged = typed.find((one) => !readWallet(one).ok) ?? typed[0];
  const reading = judged === undefined ? undefined : readWallet(judged);
  const unfinished = !tried && judged === typed.at(-1) && mayBecomeWallet(judged ?? "");
  const fault = reading?.ok === true ? refusalOf(reading.value, wallets) : reading?.message;
  const error = reading?.ok === false && unfinished ? undefined : fault;

  /** Adds several wallets. The first invalid one and all after it stay in the field. */
  const add = (): void => {
    const taken = [...wallets];
    for (const part of typed) {
      const read = readWallet(part);
      if (!read.ok || refusalOf(read.value, taken) !== undefined) break;
      taken.push(read.value);
    }
    const added = taken.slice(wallets.length);
    const rest = typed.slice(added.length).join(",");
    setText(rest);
    setTried(rest !== "");
    if (added.length === 0) return;
    showWallets(taken);
    if (rest === "") announce(`${added.map(shortAddress).join(", ")} added.`);
  };

  return (
    <form
      className="w-full min-w-0 md:w-auto md:max-w-[34rem] md:flex-[1_1_20rem]"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div
        className={classNames(
          "flex min-h-9 flex-wrap items-center gap-1.5 rounded-control border bg-inset px-2 py-1 transition-colors focus-within:border-accent focus-within:outline-1 focus-within:-outline-offset-2 focus-within:outline-accent pointer-coarse:min-h-[52px]",
          error === undefined ? "border-control hover:border-text2" : "border-danger",
        )}
      >
        <Wallet className="size-4 shrink-0 text-text2" />
        {wallets.map((wallet) => {
          const name = demoWalletName(config, wallet);
          return (
            <span
              key={wallet}
              title={wallet}
              className="inline-flex h-6 items-center gap-1.5 rounded-item bg-selected pl-2 text-small pointer-coarse:h-11"
            >
              <WalletMark wallet={wallet} />
              <span className="font-medium">{shortAddress(wallet)}</span>
              {name === undefined ? null : <span className="text-text2">{name}</span>}
              <button
                type="button"
                aria-label={`Remove wallet ${shortAddress(wallet)}${name === undefined ? "" : ` ${name}`}`}
                onClick={() => {
                  showWallets(wallets.filter((other) => other !== wallet));
                  announce(`${shortAddress(wallet)} removed.`);
                }}
                className="inline-flex size-6 items-center justify-center rounded-item text-text2 hover:text-text pointer-coarse:size-11"
              >
                <X className="size-3.5" />
              </button>
            </span>
          );
        })}
        <input
          aria-label="Add a wallet address"
          placeholder={wallets.length === 0 ? "Add a wallet address" : "Add another"}
          value={text}
          {...noAutocorrect}
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { "aria-describedby": id })}
          onChange={(event) => {
            setTried(false);
            setText(event.currentTarget.value);
          }}
          onBlur={() => setTried(true)}
          className="h-6 min-w-44 flex-1 bg-transparent text-body text-text outline-none placeholder:text-text3 pointer-coarse:h-11 pointer-coarse:text-[16px]"
        />
        {text.trim() === "" ? null : (
          <Button size="small" className="pointer-coarse:h-11" onClick={add}>
            Add
          </Button>
        )}
      </div>
      <p id={id} role="alert" className={error === undefined ? "sr-only" : "mt-1 text-small text-danger"}>
        {error}
      </p>
    </form>
  );
}

/** Wallets are separated by commas or spaces. */
function partsOf(text: string): readonly string[] {
  return text.split(/[\s,;]+/u).filter((part) => part !== "");
}

function refusalOf(wallet: string, wallets: readonly string[]): string | undefined {
  if (wallets.includes(wallet)) return "This wallet is already shown.";
  return wallets.length >= maxWallets
    ? `At most ${formatCount(maxWallets).text} wallets can be shown together.`
    : undefined;
}

const letters = [...seriesLetters, "I", "J"];

/** The shown wallets, in the order of their letters. */
export const WalletsContext = createContext<readonly string[]>([]);

/** Renders nothing for a single wallet. */
export function WalletMark({ wallet }: { readonly wallet: string }): ReactNode {
  const wallets = useContext(WalletsContext);
  if (wallets.length < 2) return null;
  return (
    <span
      title={`Wallet ${wallet}`}
      className="inline-flex size-4 shrink-0 items-center justify-center rounded-item border border-control text-[12px] leading-none font-semibold text-text2"
    >
      <span className="sr-only">Wallet </span>
      {letters[wallets.indexOf(wallet)]}
    </span>
  );
}

export function PrivacyText(): ReactNode {
  const { source, alerts } = useDashboardConfig();
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold text-text">Read-only.</b> No wallet is connected, so nothing can be signed
        or moved from here.
      </p>
      <p>
        <b className="font-semibold text-text">Never stored.</b> The address goes to this dashboard's own
        service
        {source.kind === "upstream" ? ", which queries its source with it" : ""}. Neither its logs nor this
        browser's storage keep it
        {alerts === undefined
          ? "."
          : ", unless you create an alert rule for a loan: the service stores its wallet with the rule, and this browser with its alerts."}
      </p>
      <p>The address is in this page's URL; other links omit it.</p>
    </div>
  );
}
