// The contract suite, which third-party plugins use, for every built-in plugin and for the example of the guide. The rules of
// auth schemes and of backends, which need connections, and all pairs of features are in contract.slow.test.ts.

import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pluginContract } from "@pictor/host/testing";
import { describe, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));
const folders = readdirSync(`${root}plugins`).filter((name) =>
  existsSync(`${root}plugins/${name}/plugin.json`),
);

describe.each([...folders.map((name) => `plugins/${name}`), "docs/examples/backend-sdapi"])("%s", (path) => {
  for (const { id, name, run } of pluginContract(root + path))
    if (!/^(auth|backend)-|-pairs$/.test(id)) it(`${id}: ${name}`, run);
});
