// Key that a browser's rules belong to. The browser creates it, and the service stores only its hash.
export const alertsKeyHeader = "x-alerts-key";

/** 128 random bits as 32 lower-case hexadecimal digits. */
export const alertsKeyPattern = /^[0-9a-f]{32}$/;
