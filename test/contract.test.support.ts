// The rules of the contract suite for the built-in plugins and the example of the guide, by the tier that runs them.

import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pluginContract } from "@pictor/host/testing";

const root = fileURLToPath(new URL("../", import.meta.url));

/** The folders of the plugins, below the root of the repository. */
export const contractFolders: readonly string[] = [
  ...readdirSync(`${root}plugins`)
    .filter((name) => existsSync(`${root}plugins/${name}/plugin.json`))
    .map((name) => `plugins/${name}`),
  "docs/examples/backend-sdapi",
];

/** Rules of auth schemes and of backends need connections, and pairs of features are many. */
export const isSlow = (id: string): boolean => /^(auth|backend)-|-pairs$/.test(id);

/** The page of the panel that comes along has its scripts after the build alone, whose tests look at them. */
const isBuilt = (path: string, id: string): boolean => path === "plugins/panel-web" && id === "panel-files";

/** Each rule is run in one of the two tiers. */
export const rulesOf = (path: string, tier: "hermetic" | "full") =>
  pluginContract(root + path).filter(({ id }) => !isBuilt(path, id) && isSlow(id) === (tier === "full"));
