// Permission is requested only by the user. Notifications are shown only while the page is in the background.

type NotifyPermission = NotificationPermission | "unsupported";

export function notifyPermission(): NotifyPermission {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

export async function requestNotificationPermission(): Promise<NotifyPermission> {
  const now = notifyPermission();
  if (now !== "default") return now;
  try {
    return await Notification.requestPermission();
  } catch {
    return "unsupported";
  }
}

export function notifyRefusal(permission: Exclude<NotifyPermission, "granted">): string {
  if (permission === "unsupported")
    return "This browser can't show notifications for this page. Alerts still reach the inbox.";
  return permission === "denied"
    ? "Notifications are blocked for this site. Allow them in the browser's site settings, then turn them on again."
    : "You dismissed the browser's prompt. Turn notifications on to see it again.";
}

export function notify(
  { title, ...options }: NotificationOptions & { readonly title: string },
  onOpen: () => void,
): void {
  if (notifyPermission() !== "granted") return;
  try {
    const shown = new Notification(title, options);
    shown.addEventListener("click", () => {
      window.focus();
      onOpen();
      shown.close();
    });
  } catch {
    // Some phones have the constructor but throw when it is called.
  }
}
