// The API reference for people: one page of plain HTML without a script, written from the same facts as the document.
import { clientKeyHeader } from "../../contract/api-error.ts";
import { createComponentSchemas, type JsonSchema } from "./openapi.ts";
import { answerHeaders, errorMeanings, operations, type Operation } from "./operations.ts";

/** The page's styles, at /api/docs.css because the CSP allows no inline ones. */
export const referenceStyles = `:root{color-scheme:light dark;--line:#d4d7dc;--quiet:#5b6270;--code:#eef0f3}
@media (prefers-color-scheme:dark){:root{--line:#333842;--quiet:#a2a9b6;--code:#20242c}}
body{font:15px/1.55 system-ui,sans-serif;max-width:62rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem}h3{font-size:1rem;margin-top:1.5rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}
th,td{text-align:start;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600}td:first-child{white-space:nowrap}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.9em;background:var(--code);border-radius:4px}
code{padding:.1em .3em}pre{padding:.75rem 1rem;overflow-x:auto}
.quiet{color:var(--quiet)}nav ul{padding-inline-start:1.2rem}.scroll{overflow-x:auto}
`;

let page: string | undefined;

/** The page. Made once: it holds nothing of a request. */
export function referencePage(): string {
  page ??= writePage();
  return page;
}

function writePage(): string {
  const schemas = createComponentSchemas();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Yieldboard API</title>
<link rel="icon" href="/icons/yieldboard.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>Yieldboard API</h1>
<p>Lists lending, yield, loop, perpetual and prediction markets on Solana. Every address is below <code>/api</code>.
Rates are fractions per year: 0.0534 is 5.34&nbsp;%. <code>depositApy</code> and <code>borrowApy</code> include rewards, the base
rates do not. For programs there is an <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
<p>Send your key in the header <code>${clientKeyHeader}</code>:</p>
<pre><code>curl -H '${clientKeyHeader}: YOUR_KEY' 'http://localhost:4173/api/v0/markets?type=lending&amp;limit=200'</code></pre>
<nav aria-label="Contents"><ul>
${operations.map(({ id, path, summary }) => `<li><a href="#${id}"><code>GET /api${path}</code></a> ${escape(summary)}</li>`).join("\n")}
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
${operations.map(writeOperation).join("\n")}
<h2 id="errors">Errors</h2>
<p>Every error is JSON: <code>statusCode</code>, <code>message</code> for a person, <code>error</code> and, for a program,
<code>code</code>.</p>
${table(
  ["Status", "Meaning"],
  Object.entries(errorMeanings).map(([status, meaning]) => [code(status), escape(meaning)]),
)}
<h2 id="schemas">Schemas</h2>
<p>Unknown fields may be added at any time, and unknown market types and providers are normal data.</p>
${Object.entries(schemas).map(writeSchema).join("\n")}
</main>
</body>
</html>
`;
}

function writeOperation(operation: Operation): string {
  const { id, path, summary, description, parameters, answer, needsKey, errors } = operation;
  return `<section aria-labelledby="${id}">
<h2 id="${id}"><code>GET /api${path}</code></h2>
<p>${escape(summary)}. ${escape(description)} ${needsKey ? "Needs a key." : "Needs no key."}</p>
${
  parameters.length === 0
    ? ""
    : `<h3>Parameters</h3>
${table(
  ["Name", "Needed", "Meaning"],
  parameters.map((parameter) => [
    code(parameter.name),
    parameter.required ? "required" : '<span class="quiet">optional</span>',
    escape(parameter.description) +
      (parameter.example === undefined ? "" : ` Example: ${code(parameter.example)}`),
  ]),
)}`
}
<h3>Answer</h3>
<p>200: <a href="#${answer.schema}">${answer.schema}</a>. ${escape(answer.description)} Errors: ${errors.join(", ")}.</p>
${
  needsKey
    ? table(
        ["Header", "Meaning"],
        answerHeaders.map((header) => [code(header.name), escape(header.description)]),
      )
    : ""
}
</section>`;
}

function writeSchema([name, schema]: readonly [string, JsonSchema]): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => [
    code(field),
    typeof value === "boolean" ? "any" : typeText(value),
    required.has(field) ? "required" : '<span class="quiet">optional</span>',
  ]);
  return `<h3 id="${name}">${name}</h3>\n${table(["Field", "Type", "Needed"], fields)}`;
}

/** A type in words, with links to the schemas it names. */
function typeText(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return `<a href="#${name}">${escape(name)}</a>`;
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.map((option) => typeText(option)).join(" or ");
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(" or ");
  if (schema.type === "array") {
    const { items } = schema;
    return items === undefined || typeof items === "boolean" || Array.isArray(items)
      ? "list"
      : `list of ${typeText(items)}`;
  }
  if (schema.type === "object" && schema.properties !== undefined)
    return `object {${Object.keys(schema.properties).map(escape).join(", ")}}`;
  return Array.isArray(schema.type) ? schema.type.map(String).join(" or ") : (schema.type ?? "any");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return `<div class="scroll"><table><thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join("")}</tr></thead><tbody>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("\n")}
</tbody></table></div>`;
}

function code(text: string): string {
  return `<code>${escape(text)}</code>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
