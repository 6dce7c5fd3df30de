// The sources of the repository for the rule tests: each file with its imports, of values and of types.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readPackage } from "../tools/workspaces.js";

export const root = fileURLToPath(new URL("../", import.meta.url));
const isSource = (name: string): boolean => /\.(ts|tsx|js|mjs)$/.test(name) && !name.endsWith(".d.ts");
/** `built` is what the build writes for a panel, `templates` has the files of plugins that `plugins new` creates. */
const skipped = new Set(["node_modules", "dist", "fixtures", "built", "templates"]);

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(join(folder, entry.name));
    return isSource(entry.name) ? [join(folder, entry.name)] : [];
  });
}

export interface Source {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Tests and their support files, which may import internals and do not ship. */
  readonly isTest: boolean;
  /** Specifiers of static and dynamic imports, re-exports and `import()` types. */
  readonly imports: readonly string[];
}

export const read = (file: string): Source => {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(
    /^\s*(?:import|export)\b[^;"'`]*?from\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm,
  );
  const path = relative(root, file).replaceAll("\\", "/");
  return {
    path,
    text,
    isTest: /\.test\.|^test\/|(^|\/)testing[./]/.test(path),
    imports: [...found].map(([, a, b, c]) => a ?? b ?? c ?? "").filter((name) => !name.includes("$")),
  };
};
export const sourcesOf = (folder: string): readonly Source[] => filesIn(join(root, folder)).map(read);

/** The folders of all packages, as the root's `workspaces` names them; one folder for all libraries, and one for all plugins. */
export const packageFolders: readonly string[] = (readPackage(root).workspaces ?? []).map((pattern) =>
  pattern.replace(/\/\*$/, ""),
);

/** The file that a relative specifier names, relative to the root; undefined for a package. */
export function targetOf(source: Source, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = relative(root, resolve(root, dirname(source.path), specifier)).replaceAll("\\", "/");
  const module = path.replace(/\.js$/, "");
  return existsSync(join(root, `${module}.tsx`)) ? `${module}.tsx` : `${module}.ts`;
}

/** The cycles of a graph: its strongly connected components with more than one member (Tarjan). */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const indexes = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    indexes.set(node, indexes.size);
    let low = indexes.get(node) ?? 0;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, indexes.get(next) ?? 0);
    }
    lowest.set(node, low);
    if (low === indexes.get(node)) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return circles;
}

/** Creates a graph of names from pairs of importer and imported. */
export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}
