// The script with which a built page names its modules to the browser, so that all of them are loaded at once. Without
// it, the browser finds each module only in the one that imports it, one step after the other.

import { basename } from "node:path";
import type { Metafile } from "esbuild";

/** The view that the page shows if its address names none. */
const firstView = "generate";

type Outputs = Metafile["outputs"];

/** An output and those that it imports; what it imports later, when it is needed, is left out. */
function withImports(outputs: Outputs, path: string, found: ReadonlySet<string>): ReadonlySet<string> {
  if (found.has(path)) return found;
  const own = outputs[path]?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
  return own.reduce<ReadonlySet<string>>(
    (all, { path: other }) => withImports(outputs, other, all),
    new Set([...found, path]),
  );
}

/** The module of a view comes from a file such as `request-view.tsx`; the address of the view is `#/request`. */
export function preloadScript({ outputs }: Metafile): string {
  const entry = (name: string): string | undefined =>
    Object.keys(outputs).find((path) => outputs[path]?.entryPoint?.endsWith(`/${name}.tsx`));
  const views = Object.values(outputs).flatMap(({ entryPoint = "" }) => {
    const name = /^(.+)-view\.tsx$/.exec(basename(entryPoint))?.[1];
    return name === undefined ? [] : [name];
  });
  const common = withImports(outputs, entry("main") ?? "", new Set());
  const modules = views.map((view) => {
    const all = withImports(outputs, entry(`${view}-view`) ?? "", common);
    return [view, [...all].map((path) => basename(path))];
  });
  return `const modules = ${JSON.stringify(Object.fromEntries(modules))};
const view = location.hash.split("/")[1];
for (const name of modules[view] ?? modules.${firstView} ?? []) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = "built/" + name;
  document.head.append(link);
}
`;
}
