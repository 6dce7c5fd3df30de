// The files of a new plugin: a pure function of its kind, its name, and the language.

import type { Kind } from "./kinds.js";
import { pluginId, withName } from "./names.js";
import { templates } from "./templates.gen.js";

export interface NewPlugin {
  readonly kind: Kind;
  readonly name: string;
  /** `compiled`: with the JavaScript that the compiler makes of the TypeScript, for a Node that does not run TypeScript. */
  readonly language: "javascript" | "typescript" | "compiled";
}

const isTypeScript = (path: string): boolean => path.endsWith(".ts");
const isJavaScript = (path: string): boolean => path.endsWith(".js");

/** Whether the language has this file. A browser runs no TypeScript, so a page has its JavaScript in every language. */
function isWanted(path: string, language: NewPlugin["language"]): boolean {
  if (language === "javascript") return !isTypeScript(path);
  return language === "compiled" || !isJavaScript(path) || path.startsWith("page/");
}

/** The compiler and types for a TypeScript plugin, in exact versions. */
const devDependencies = { "@types/node": "20.19.43", typescript: "7.0.2" };

function packageJson({ kind, name, language }: NewPlugin, description: string): string {
  const isTyped = language !== "javascript";
  const compiled = isTyped && (language === "compiled" || kind === "panel");
  const manifest = {
    name: pluginId(kind, name),
    version: "0.1.0",
    description,
    type: "module",
    keywords: ["pictor-plugin"],
    scripts: {
      ...(isTyped && { typecheck: "tsc --noEmit" }),
      ...(compiled && { build: "tsc" }),
      test: "node --test",
    },
    ...(isTyped && { devDependencies }),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Where the types of the client are: in the folder of the plugin, or up to two above. */
const clientTypes = [".", "..", "../.."].map((above) => `${above}/node_modules/@pictor/client/index.d.ts`);

/** A page needs the types of a browser, and those of the client that its server offers. */
const tsconfigFor = (kind: Kind): string => {
  const text = templates.common["tsconfig.json"];
  if (kind !== "panel") return text;
  return text
    .replace('"lib": ["ES2023"]', '"lib": ["ES2023", "DOM", "DOM.Iterable"]')
    .replace(
      '"strict": true',
      `"paths": { "/pictor/client.js": ${JSON.stringify(clientTypes)} },\n    "strict": true`,
    );
};

/** The path of each file with its text. The types of the settings are not among them: they are made from the manifest. */
export function pluginFiles(plugin: NewPlugin): ReadonlyMap<string, string> {
  const { kind, name, language } = plugin;
  const isTyped = language !== "javascript";
  const extension = isTyped ? "ts" : "js";
  const { "README.md": readme, ...rest }: Readonly<Record<string, string>> = templates[kind];
  const files = new Map<string, string>();
  for (const [path, text] of Object.entries(rest)) {
    if (!isWanted(path, language)) continue;
    const main = language === "typescript" ? text : text.replace('"./index.ts"', '"./index.js"');
    files.set(path, withName(main, name));
  }
  const { description } = JSON.parse(files.get("plugin.json") ?? "{}") as { readonly description: string };
  const common = templates.common;
  const pages = [readme, common["README.md"], ...(isTyped ? [common["README.typescript.md"]] : [])];
  files.set("README.md", withName(pages.join("\n").replaceAll(".EXT", `.${extension}`), name));
  files.set("package.json", packageJson(plugin, description));
  if (isTyped) files.set("tsconfig.json", tsconfigFor(kind));
  return files;
}
