// The schema library compiles its parsers with `new Function` where it can, and tries that even where a page's content
// security policy forbids it: the attempt is caught, but the browser reports it as a violation. In a page it therefore
// interprets; the service, which has no such policy, keeps the compiled parsers. Import this before any schema is made.
import * as z from "zod/mini";

z.config({ jitless: "document" in globalThis });
