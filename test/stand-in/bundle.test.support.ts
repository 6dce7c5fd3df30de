// Bundles the stand-in's server into plain JavaScript files, so that it starts fast, built or not.

import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../bundler.test.support.js";

const root = join(import.meta.dirname, "../..");
/** Inside node_modules, so that external imports resolve. */
const cache = join(root, "node_modules/.cache/pictor-stand-in");

/** Path of the script. Its only argument contains the options. */
export function bundleServer(): string {
  const files = bundle(
    {
      server: join(import.meta.dirname, "server.ts"),
      // The server looks for its worker thread beside itself by this name.
      main: join(root, "libraries/comfyui-server/worker/main.ts"),
      // It also looks for the module of its node classes beside itself, by this name.
      "node-library": join(root, "libraries/comfyui-nodes/node-library.ts"),
    },
    cache,
  );
  const hash = createHash("sha256");
  for (const { text } of files) hash.update(text);
  const folder = join(cache, hash.digest("hex").slice(0, 16));
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), '{ "type": "module" }\n');
  for (const { path, text } of files) writeFileSync(join(fresh, path.slice(cache.length)), text);
  try {
    renameSync(fresh, folder);
  } catch {
    // Another process has created the same bundle.
    rmSync(fresh, { recursive: true });
  }
  return join(folder, "server.js");
}
