// Where the benchmarks find what they measure: the built command, the folders of the built plugins, and the repository.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PluginSource } from "@pictor/host";

/** The folder of the build; this module is compiled to a folder in it. */
const dist = fileURLToPath(new URL("../", import.meta.url));

/** The folder of the repository. */
export const root = join(dist, "..");

/** Path of the built command. */
export const commandPath = join(dist, "cli/main.js");

/** The source of a built plugin for `createPictor`. */
export const pluginSource = (id: string): PluginSource => ({
  kind: "directory",
  path: join(dist, "plugins", id),
});

/** Ids of the built plugins that begin with `prefix`. */
export const pluginIds = (prefix: string): readonly string[] =>
  readdirSync(join(dist, "plugins")).filter((name) => name.startsWith(prefix));
