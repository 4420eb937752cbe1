import * as z from "zod/mini";

// Zod tries to compile parsers with `new Function`. Under a CSP that forbids this, the browser reports a violation
// even though zod catches the error. So in pages, parsers are interpreted.
z.config({ jitless: "document" in globalThis });

export { z };
