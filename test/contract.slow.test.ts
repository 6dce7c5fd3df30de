// The rules of auth schemes and of backends for every built-in plugin and the example of the guide, those of the kind `remote` on a server
// with faults, and all pairs of features in all workflows.

import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/host";
import { pluginContract } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";

/** The sampler of the server stands still while it is held: an interrupt or a restart ends its run. */
async function start() {
  const server = await startEmbeddedServer();
  return {
    settings: { baseUrl: server.url },
    stop: () => server.close(),
    submission: (seed: number) => ({ graph: exampleGraph({ seed }) as Graph }),
    hold() {
      server.faults.set([{ kind: "slow-steps", ms: 600_000 }]);
      return () => {
        server.faults.clear();
      };
    },
    lose() {
      server.faults.set([{ kind: "restart", downMs: 0 }]);
    },
  };
}

describe("plugins/backend-remote, on a server", () => {
  const folder = fileURLToPath(new URL("../plugins/backend-remote", import.meta.url));
  const checks = pluginContract(folder, { samples: { backends: { remote: { start } } } });
  it.each(checks.filter(({ id }) => id.startsWith("backend-")).map(({ id, name, run }) => [id, name, run]))(
    "%s: %s",
    async (id, _name, run) => {
      const ending = await run();
      expect(ending).toEqual(id === "backend-choices" ? { notChecked: expect.any(String) } : undefined);
    },
  );
});

const root = fileURLToPath(new URL("../", import.meta.url));
/** The folders of the built-in plugins of a kind, below the root of the repository. */
const foldersOf = (kind: string): readonly string[] =>
  readdirSync(`${root}plugins`)
    .filter((name) => name.startsWith(`${kind}-`) && existsSync(`${root}plugins/${name}/plugin.json`))
    .map((name) => `plugins/${name}`);

describe.each([...foldersOf("auth"), ...foldersOf("backend"), "docs/examples/backend-sdapi"])(
  "%s",
  (path) => {
    for (const { id, name, run } of pluginContract(root + path))
      if (/^(auth|backend)-/.test(id) && !id.endsWith("-pairs")) it(`${id}: ${name}`, run);
  },
);

describe.each(foldersOf("workflow"))("%s", (path) => {
  const pairs = pluginContract(root + path).filter(({ id }) => id.endsWith("-pairs"));
  it.runIf(pairs.length > 0)("builds with pairs of features", async () => {
    for (const { run } of pairs) await run();
  });
});
