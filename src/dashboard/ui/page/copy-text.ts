import type { Announce } from "./live-region.tsx";

/**
 * Puts text on the clipboard and says whether that worked.
 * @param what what is copied, as a sentence begins with it: "Link"
 * @returns false when the browser refuses: pages without a secure origin, and browsers that ask first
 */
export async function copyText(text: string, what: string, announce: Announce): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    announce(`${what} could not be copied: the browser does not allow it here.`);
    return false;
  }
  announce(`${what} copied.`);
  return true;
}
