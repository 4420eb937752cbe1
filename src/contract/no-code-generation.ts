// The schema library compiles its parsers with `new Function` where it can, and tries that even where a page's content
// security policy forbids it: the attempt is caught, but the browser reports it as a violation. In a page it therefore
// interprets; the service, which has no such policy, keeps the compiled parsers. Import this before any schema is made.
//
// Written where the library keeps its settings and not through it, so that a page can do without the library.

const place = "__zod_globalConfig";
const known: unknown = Reflect.get(globalThis, place);
const settings = typeof known === "object" && known !== null ? known : {};
Reflect.set(globalThis, place, Object.assign(settings, { jitless: "document" in globalThis }));
