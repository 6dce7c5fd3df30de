// Generates client/routes.gen.ts, the calls of the client, from the routes of the local API.

import type { RouteSpec } from "../server/contract/route-spec.js";
import { routes } from "../server/contract/routes.js";

const specs: Readonly<Record<string, RouteSpec>> = routes;

/** Members of a type for a group of parameters: query or headers. */
function membersOf(parameters: RouteSpec["query"] = {}): string {
  return Object.entries(parameters)
    .map(([name, { type, required, description }]) => {
      const optional = required === true ? "" : "?";
      const text = type === "integer" ? "number" : "string";
      return `/** ${description} */ readonly ${JSON.stringify(name)}${optional}: ${text};`;
    })
    .join("\n");
}

function typeOf([id, { path, query, headers, body, replies, summary }]: readonly [
  string,
  RouteSpec,
]): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `readonly ${name ?? ""}: string;`);
  const isNeeded = Object.values(query ?? {}).some(({ required }) => required === true);
  const parts = [
    ...(names.length > 0 ? [`readonly params: { ${names.join(" ")} };`] : []),
    ...(query === undefined ? [] : [`readonly query${isNeeded ? "" : "?"}: { ${membersOf(query)} };`]),
    ...(headers === undefined ? [] : [`readonly headers?: { ${membersOf(headers)} };`]),
    ...(body === undefined ? [] : [`readonly body${body === "Nothing" ? "?" : ""}: api.${body};`]),
  ];
  const found = [...new Set(Object.values(replies).flatMap((reply) => reply.body ?? []))];
  const reply = found.length > 0 ? found.map((name) => `api.${name}`).join(" | ") : "Response";
  const input = parts.length > 0 ? `{ ${parts.join("\n")} }` : "object";
  return `/** ${summary}. */ readonly ${id}: { readonly input: ${input}; readonly reply: ${reply} };`;
}

/** Method, path, and `raw` for a reply that is not JSON. */
function lineOf([id, { method, path, replies }]: readonly [string, RouteSpec]): string {
  const isJson = Object.values(replies).some(({ body }) => body !== undefined);
  return `${id}: "${method} ${path}${isJson ? "" : " raw"}",`;
}

/** The file with its text. */
export function clientPages(): readonly (readonly [path: string, text: string])[] {
  const entries = Object.entries(specs);
  const text = [
    "// Generated from the routes of server/contract by `npm run gen`; do not edit.",
    'import type * as api from "./api.gen.js";',
    `/** What each route takes and gives. */\nexport interface Routes { ${entries.map(typeOf).join("\n")} }`,
    `/** Method, path, and \`raw\` for a reply that is not JSON. */`,
    `export const routes: Readonly<Record<keyof Routes, string>> = { ${entries.map(lineOf).join("\n")} };`,
  ];
  return [["client/routes.gen.ts", text.join("\n\n")]];
}
