import { base58, isMintAddress } from "../../../contract/markets-request.ts";
import { refuse, type ParsedInput } from "../../../domain/format/read-amount.ts";

export const maxWallets = 10;

const notBase58 = new RegExp(`[^${base58}]`, "u");
const minLength = 32;
const maxLength = 44;

export function readWallet(text: string): ParsedInput<string> {
  const wallet = text.trim();
  if (wallet === "") return refuse("Enter the address of a wallet.");
  if (/^0x[0-9a-f]{40}$/i.test(wallet))
    return refuse(
      "This is an Ethereum address. Positions here are on Solana, whose addresses do not begin with 0x.",
    );
  if (/\.sol$/i.test(wallet)) return refuse("Names are not supported. Enter the wallet's address.");
  const wrong = notBase58.exec(wallet);
  if (wrong !== null) {
    const [letter] = wrong;
    const name = letter.trim() === "" ? "a space" : `"${letter}"`;
    return refuse(`Character ${String(wrong.index + 1)} is ${name}, which Solana addresses never contain.`);
  }
  if (wallet.length < minLength || wallet.length > maxLength)
    return refuse(
      `Too ${wallet.length < minLength ? "short" : "long"}: ${String(wallet.length)} characters. A Solana address has ${String(minLength)} to ${String(maxLength)}.`,
    );
  return isMintAddress(wallet)
    ? { ok: true, value: wallet }
    : refuse("A Solana address is 32 bytes long; this one isn't. A character may be missing or repeated.");
}

export function mayBecomeWallet(text: string): boolean {
  const typed = text.trim();
  return typed.length < minLength && !notBase58.test(typed);
}

const maxRefusedLength = 200;

/** Invalid ones, and those beyond the maximum. */
export function refusedWallets(text: string): string {
  const shown = new Set(["", ...readWallets(text)]);
  const parts = text.split(",").filter((part) => !shown.has(part.trim()));
  return parts.join(",").slice(0, maxRefusedLength);
}

export function readWallets(text: string): readonly string[] {
  const read = text.split(",").flatMap((part) => {
    const reading = readWallet(part);
    return reading.ok ? [reading.value] : [];
  });
  return [...new Set(read)].slice(0, maxWallets);
}
