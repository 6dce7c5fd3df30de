// Finds the file of a panel that a reference means, as the server of the panel does, and says what is wrong if there is none.

import { existsSync, readdirSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { didYouMean, isContainedFile } from "@pictor/kernel";
import type { Reference } from "./page-references.js";

export type Located =
  /** The path of the file in the panel, with a slash in front. */
  | { readonly state: "found"; readonly path: string }
  /** No file has to be there: an address inside the page, or of the local API. */
  | { readonly state: "elsewhere" }
  /** The policy of panels blocks other servers. */
  | { readonly state: "foreign" }
  | {
      readonly state: "wrong";
      readonly expected: string;
      readonly found: string;
      readonly advice: string;
      readonly suggestion: string;
    };

/** What the server of a panel answers without a file: the client, and the local API. */
const isServed = (path: string): boolean => path === "/pictor/client.js" || /^\/(v\d+\/|healthz$)/.test(path);

/** The types that a browser runs; the server sends every other file as bytes. */
const scriptTypes = [".js", ".mjs"];

const wrong = (expected: string, found: string, advice: string, suggestion = ""): Located => ({
  state: "wrong",
  expected,
  found,
  advice,
  suggestion,
});

function namesBeside(root: string, path: string): readonly string[] {
  try {
    return readdirSync(join(root, dirname(path)));
  } catch {
    return [];
  }
}

function missing(root: string, path: string): Located {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const expected = `the file ${path.slice(1)} in the folder of the panel`;
  const source = path.replace(/\.(m?)js$/, ".$1ts");
  if (source !== path && existsSync(join(root, source)))
    return wrong(expected, `${source.slice(1)} alone`, "Compile it: a browser runs no TypeScript.");
  const suggestion = didYouMean(name, namesBeside(root, path));
  return wrong(expected, "nothing", "Correct the name, or add the file.", suggestion);
}

function pathOf(name: string, from: string): string | undefined {
  try {
    return decodeURIComponent(new URL(name, `http://panel${from}`).pathname);
  } catch {
    return undefined;
  }
}

/** `from` is the path of the file that has the reference; `hasImportMap` allows imports by a bare name. */
export function locateFile(
  root: string,
  from: string,
  { name, kind }: Reference,
  hasImportMap: boolean,
): Located {
  if (name === "" || /^(?:#|data:|blob:|mailto:|javascript:|about:)/i.test(name))
    return { state: "elsewhere" };
  if (/^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(name))
    return { state: kind === "link" ? "elsewhere" : "foreign" };
  if (kind === "import" && !/^\.{0,2}\//.test(name)) {
    if (hasImportMap) return { state: "elsewhere" };
    const advice = "Name the file of the panel; a browser cannot resolve package names.";
    return wrong('a path that begins with "./", "../" or "/"', "the name of a package", advice);
  }
  const path = pathOf(name, from);
  if (path === undefined) return wrong("a path", "a text that is not an address", "Correct the name.");
  if (isServed(path)) return { state: "elsewhere" };
  const file = path.endsWith("/") ? `${path}index.html` : path;
  if (file.split("/").some((part) => part.startsWith(".")))
    return wrong("a file that is served", "a hidden file", "Rename it: hidden files are not served.");
  if (!isContainedFile(root, file.slice(1))) return missing(root, file);
  const type = extname(file).toLowerCase();
  if ((kind !== "script" && kind !== "import") || scriptTypes.includes(type))
    return { state: "found", path: file };
  const expected = `a script (${scriptTypes.join(" or ")})`;
  return wrong(expected, `a file of the type ${type || "none"}`, "Name the JavaScript file.");
}
