// Bundles the script of the processes of a farm into one file, so that each of them starts fast.

import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
/** Inside node_modules, so that external imports resolve. */
const cache = join(root, "node_modules/.cache/pictor-farm");

interface Bundler {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
}
interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>> | string>>;
}

/** The sources of all entries of the packages of this repository. */
function entries(): Readonly<Record<string, string>> {
  const folders = [
    ...["kernel", "services", "host"],
    ...["libraries", "plugins"].flatMap((parent) =>
      readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
    ),
  ];
  return Object.fromEntries(
    folders.flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(
        readFileSync(join(root, folder, "package.json"), "utf8"),
      ) as Manifest;
      return Object.entries(exports).flatMap(([entry, target]) => {
        const source = typeof target === "string" ? undefined : target["@pictor/source"];
        return source === undefined ? [] : [[name + entry.slice(1), join(root, folder, source)] as const];
      });
    }),
  );
}

/** Bundles a script of this folder. Returns the path of the bundle, and a function that removes it. */
export function bundleFarm(entry = "farm-process.test.support.ts"): {
  readonly script: string;
  remove(): void;
} {
  const require = createRequire(import.meta.url);
  // The esbuild that tsx depends on.
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  const [output] = buildSync({
    entryPoints: [join(import.meta.dirname, entry)],
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@pictor/source"],
    packages: "external",
    alias: entries(),
    write: false,
  }).outputFiles;
  const folder = join(cache, String(process.pid));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The kernel looks for its schemas beside itself.
  symlinkSync(join(root, "schemas"), join(folder, "schemas"));
  const script = join(folder, "farm.mjs");
  writeFileSync(script, output?.text ?? "");
  return {
    script,
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
