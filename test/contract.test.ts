// The contract suite, which third-party plugins use, for every built-in plugin.

import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pluginContract } from "@pictor/host/testing";
import { describe, it } from "vitest";

const plugins = fileURLToPath(new URL("../plugins/", import.meta.url));
const folders = readdirSync(plugins).filter((name) => existsSync(`${plugins}${name}/plugin.json`));

describe.each(folders)("plugins/%s", (name) => {
  for (const check of pluginContract(`${plugins}${name}`)) it(check.name, check.run);
});
