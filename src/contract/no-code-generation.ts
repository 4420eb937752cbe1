// Zod tries to compile parsers with `new Function`. Under a CSP that forbids it the browser reports a violation even
// though zod catches the error, so parsers are interpreted in pages. Import this before creating schemas. It writes
// zod's setting directly so that pages can do without zod.

const place = "__zod_globalConfig";
const known: unknown = Reflect.get(globalThis, place);
const settings = typeof known === "object" && known !== null ? known : {};
Reflect.set(globalThis, place, Object.assign(settings, { jitless: "document" in globalThis }));
