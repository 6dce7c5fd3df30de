// Generates parts of the client: its calls from the routes of the local API, and what it and the page of the web panel
// share with the kernel.

import { readFileSync } from "node:fs";
import { build } from "esbuild";
import type { OperationSpec } from "../features/base/operation-spec.js";
import { variablePattern } from "../kernel/config/variables.js";
import { routes } from "../server/routes/table.js";

const specs: Readonly<Record<string, OperationSpec>> = routes;

/** Bodies that a caller may leave out: an empty object is sent in their place. */
const optionalBodies: ReadonlySet<string> = new Set(["Nothing", "PauseRequest"]);

/** Members of a type for a group of parameters: query or headers. */
function membersOf(parameters: OperationSpec["query"] = {}): string {
  return Object.entries(parameters)
    .map(([name, { type, required, description }]) => {
      const optional = required === true ? "" : "?";
      const text = type === "integer" ? "number" : "string";
      return `/** ${description} */ readonly ${JSON.stringify(name)}${optional}: ${text};`;
    })
    .join("\n");
}

function typeOf([id, { path, query, headers, body, bytes, replies, summary }]: readonly [
  string,
  OperationSpec,
]): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `readonly ${name ?? ""}: string;`);
  const isNeeded = Object.values(query ?? {}).some(({ required }) => required === true);
  const parts = [
    ...(names.length > 0 ? [`readonly params: { ${names.join(" ")} };`] : []),
    ...(query === undefined ? [] : [`readonly query${isNeeded ? "" : "?"}: { ${membersOf(query)} };`]),
    ...(headers === undefined ? [] : [`readonly headers?: { ${membersOf(headers)} };`]),
    ...(bytes === undefined
      ? []
      : [
          `/** ${bytes.description}. A Blob's own type counts. */ readonly bytes: Blob | Uint8Array<ArrayBuffer>;`,
        ]),
    ...(body === undefined ? [] : [`readonly body${optionalBodies.has(body) ? "?" : ""}: api.${body};`]),
  ];
  const found = [...new Set(Object.values(replies).flatMap((reply) => reply.body ?? []))];
  const reply = found.length > 0 ? found.map((name) => `api.${name}`).join(" | ") : "Response";
  const input = parts.length > 0 ? `{ ${parts.join("\n")} }` : "object";
  return `/** ${summary}. */ readonly ${id}: { readonly input: ${input}; readonly reply: ${reply} };`;
}

/** A line with the path relative to `/v1/`, the method, the id, and `raw` for a reply that is not JSON. */
function lineOf([id, { method, path, replies }]: readonly [string, OperationSpec]): string {
  const isJson = Object.values(replies).some(({ body }) => body !== undefined);
  const relative = path.startsWith("/v1/") ? path.slice("/v1/".length) : `..${path}`;
  return `${relative} ${method} ${id}${isJson ? "" : " raw"}`;
}

/** How a text names a variable, which the kernel decides and a panel shows. */
const variables = [
  "// Generated from kernel/config/variables.ts by `npm run gen`; do not edit.",
  `/** A variable such as \`{{host}}\` in a text, with its name as the group. */\nexport const variablePattern = ${String(variablePattern)};`,
];

/** A file of the kernel that imports nothing, for code that cannot import the kernel. */
const copyOf = (path: string): string =>
  readFileSync(path, "utf8").replace(/^.*\n/, `// Generated from ${path} by \`npm run gen\`; do not edit.\n`);

/** Paths and texts of the generated files. */
export function clientPages(): readonly (readonly [path: string, text: string])[] {
  const entries = Object.entries(specs);
  // The lines are sorted and begin with the path because they then compress better.
  const byPath = entries.toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1));
  const text = [
    "// Generated from the operations of features and server/routes by `npm run gen`; do not edit.",
    'import type * as api from "./api.gen.js";',
    `/** What each route takes and gives. */\nexport interface Routes { ${entries.map(typeOf).join("\n")} }`,
    `/** A line for each route: path relative to \`/v1/\`, method, id, and \`raw\` for a reply that is not JSON. */`,
    `export const routes = \`${byPath.map(lineOf).join("\n")}\`;`,
  ];
  return [
    ["client/routes.gen.ts", text.join("\n\n")],
    ["client/variables.gen.ts", variables.join("\n\n")],
    // The types of settings schemas, which the kernel has and a panel draws.
    ["client/dialect.gen.ts", copyOf("kernel/contract/dialect.ts")],
    ["plugins/panel-web/page/parts/model-file.gen.ts", copyOf("kernel/authoring/model-file.ts")],
    ["plugins/panel-web/page/dialect/secret-names.gen.ts", copyOf("kernel/config/secret-names.ts")],
  ];
}

/** The client as one module, for the panels that the server serves, because a panel may have no build step. */
export async function clientBundle(): Promise<string> {
  const bundled = await build({
    entryPoints: ["client/index.ts"],
    bundle: true,
    write: false,
    format: "esm",
    minify: true,
    target: "es2022",
    legalComments: "none",
    banner: { js: "// The client of the local API as one module, for panels. Generated by `npm run gen`." },
  });
  return bundled.outputFiles[0]?.text ?? "";
}
