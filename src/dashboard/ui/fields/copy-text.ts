import type { Announce } from "../page/live-region.tsx";

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
