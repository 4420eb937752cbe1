// The key that rules belong to, made by the browser. The service stores only its hash.
export const alertsKeyHeader = "x-alerts-key";

/** 128 random bits as 32 lower-case hexadecimal digits. */
export const alertsKeyPattern = /^[0-9a-f]{32}$/;

export function isAlertsKey(text: string): boolean {
  return alertsKeyPattern.test(text);
}
