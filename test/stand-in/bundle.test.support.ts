// Bundles the stand-in's server into plain JavaScript files, so that it starts fast, built or not.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Inside node_modules, so that external imports resolve. */
const cache = join(root, "node_modules/.cache/pictor-stand-in");

interface Bundler {
  buildSync(options: object): {
    readonly outputFiles: readonly { readonly path: string; readonly text: string }[];
  };
}

/** Path of the script. Its only argument contains the options. */
export function bundleServer(): string {
  const require = createRequire(import.meta.url);
  // The esbuild that tsx depends on.
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  const { outputFiles } = buildSync({
    entryPoints: {
      server: join(import.meta.dirname, "server.ts"),
      // The server looks for its worker thread beside itself by this name.
      main: join(root, "libraries/comfyui-server/worker/main.ts"),
      // It also looks for the module of its node classes beside itself, by this name.
      "node-library": join(root, "libraries/comfyui-nodes/node-library.ts"),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["@pictor/source"],
    packages: "external",
    alias: {
      "@pictor/backend-embedded/testing": join(root, "plugins/backend-embedded/testing.ts"),
      ...Object.fromEntries(
        readdirSync(join(root, "libraries")).map((name) => [
          `@pictor/${name}`,
          join(root, "libraries", name, "index.ts"),
        ]),
      ),
      "@pictor/kernel/plugin": join(root, "kernel/plugin.ts"),
    },
    outdir: cache,
    write: false,
  });
  const hash = createHash("sha256");
  for (const { text } of outputFiles) hash.update(text);
  const folder = join(cache, hash.digest("hex").slice(0, 16));
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), '{ "type": "module" }\n');
  for (const { path, text } of outputFiles) writeFileSync(join(fresh, path.slice(cache.length)), text);
  try {
    renameSync(fresh, folder);
  } catch {
    // Another process has created the same bundle.
    rmSync(fresh, { recursive: true });
  }
  return join(folder, "server.js");
}
