import type { Announce } from "./live-region.tsx";

/**
 * Copies text and announces whether that worked.
 * @param what the copied thing: "Link"
 * @returns false when the browser refuses
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
