import * as z from "zod/mini";

// Zod tries to compile parsers with `new Function`. Under a CSP that forbids it the browser reports a violation even
// though zod catches the error, so parsers are interpreted in pages.
z.config({ jitless: "document" in globalThis });

export { z };
