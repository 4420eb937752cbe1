// The browser's own notifications: asked for only when somebody ticks them, shown only while nobody looks at the page.

export type NotifyAnswer = NotificationPermission | "unsupported";

/** What the browser allows now, without asking. */
export function notifyPermission(): NotifyAnswer {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

/** Asks the visitor where that was not decided yet. Never rejects. */
export async function requestNotificationPermission(): Promise<NotifyAnswer> {
  const now = notifyPermission();
  if (now !== "default") return now;
  try {
    return await Notification.requestPermission();
  } catch {
    return "unsupported";
  }
}

/** Why there are none, and what to do about it. */
export function notifyRefusal(answer: Exclude<NotifyAnswer, "granted">): string {
  if (answer === "unsupported")
    return "This browser shows no notifications for this page. The inbox hears of everything.";
  return answer === "denied"
    ? "Notifications are refused for this site. Allow them in the browser's settings for the site, then tick again."
    : "The question was closed without an answer. Tick again to be asked again.";
}

/** Shows a notification where that is allowed. The same `tag` is shown once, whichever page of this browser shows it. */
export function notify({
  title,
  body,
  tag,
  onOpen,
}: {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly onOpen: () => void;
}): void {
  if (notifyPermission() !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener("click", () => {
      window.focus();
      onOpen();
      shown.close();
    });
  } catch {
    // Some phones have the name and refuse to make one.
  }
}
