// The stand-in's server as two files of plain JavaScript, so that it starts at once, whatever is built or not.

import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
/** Inside node_modules, where what stays outside the bundle is found. */
const cache = join(root, "node_modules/.cache/pictor-stand-in");

interface Bundler {
  buildSync(options: object): {
    readonly outputFiles: readonly { readonly path: string; readonly text: string }[];
  };
}

/** Path of the script; it takes its options as one argument. */
export function bundleServer(): string {
  const require = createRequire(import.meta.url);
  // The bundler that tsx brings.
  const { buildSync } = createRequire(require.resolve("tsx/package.json"))("esbuild") as Bundler;
  const { outputFiles } = buildSync({
    entryPoints: {
      server: join(import.meta.dirname, "server.ts"),
      // By this name, beside itself, the server looks for its worker thread.
      main: join(root, "libraries/comfyui-server/worker/main.ts"),
      // By this name, also beside itself, it looks for the module of its node classes.
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
        ["images", "simulated-sampler", "comfyui-graph", "comfyui-nodes", "comfyui-server"].map((name) => [
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
    // The same bundle is there already.
    rmSync(fresh, { recursive: true });
  }
  return join(folder, "server.js");
}
