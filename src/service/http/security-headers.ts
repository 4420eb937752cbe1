// What every answer tells the browser it may do with it.

// Icons of tokens and providers come from many hosts, so images may; nothing else may. The page that renders an action is
// navigated to, never embedded, and needs no exception.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' https: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join("; ");

const always = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "permissions-policy":
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-permitted-cross-domain-policies": "none",
} as const;

const plain = Object.entries(always).flat();
const overTls = [...plain, "strict-transport-security", "max-age=31536000"];

/** The headers of every answer, flat. HSTS only where the person came over https: a plain address must stay reachable. */
export function securityHeaders(cameOverHttps: boolean): readonly string[] {
  return cameOverHttps ? overTls : plain;
}
