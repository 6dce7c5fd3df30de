// Generates the templates of `pictor plugins new` as a module: the files of cli/templates, and the JavaScript of each TypeScript
// file.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { format, resolveConfig } from "prettier";
import { stripTypes } from "./strip-types.js";

const folder = "cli/templates";

const filesIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();

async function withJavaScript(path: string, text: string): Promise<readonly (readonly [string, string])[]> {
  if (!path.endsWith(".ts")) return [[path, text]];
  const target = path.replace(/\.ts$/, ".js");
  const options = await resolveConfig(path);
  return [
    [path, text],
    [target, await format(stripTypes(text), { ...options, filepath: target })],
  ];
}

/** Path and text of the generated module. */
export async function templateModule(): Promise<readonly (readonly [path: string, text: string])[]> {
  const kinds = readdirSync(folder).sort();
  const templates: Record<string, Record<string, string>> = {};
  for (const kind of kinds) {
    const root = join(folder, kind);
    const pages = await Promise.all(
      filesIn(root).map((path) => withJavaScript(path, readFileSync(join(root, path), "utf8"))),
    );
    templates[kind] = Object.fromEntries(pages.flat());
  }
  const text = `// Generated from ${folder} by \`npm run gen\`; do not edit.

export const templates = ${JSON.stringify(templates)} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
`;
  return [["cli/scaffold/templates.gen.ts", text]];
}
