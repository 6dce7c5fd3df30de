// The rules of auth schemes and of backends for every built-in plugin and the example of the guide, those of the kind
// `remote` on a server with faults, and all pairs of features in all workflows.

import { fileURLToPath } from "node:url";
import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/host";
import { pluginContract } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { contractFolders, rulesOf } from "./contract.test.support.js";

/** The sampler of the server stands still while it is held: an interrupt or a restart ends its run. */
async function start() {
  const server = await startEmbeddedServer();
  return {
    settings: { baseUrl: server.url },
    stop: () => server.close(),
    submission: (seed: number) => ({ graph: exampleGraph({ seed }) as Graph }),
    hold() {
      server.faults.set([{ kind: "slow-steps", ms: 600_000 }]);
      return () => server.faults.clear();
    },
    lose() {
      server.faults.set([{ kind: "restart", downMs: 0 }]);
    },
  };
}

const folder = fileURLToPath(new URL("../plugins/backend-remote", import.meta.url));
const checks = pluginContract(folder, { samples: { backends: { remote: { start } } } });
it.each(checks.filter(({ id }) => id.startsWith("backend-")).map(({ id, name, run }) => [id, name, run]))(
  "plugins/backend-remote, on a server %s: %s",
  async (id, _name, run) => {
    const ending = await run();
    expect(ending).toEqual(id === "backend-choices" ? { notChecked: expect.any(String) } : undefined);
  },
);

describe.each(contractFolders.filter((path) => rulesOf(path, "full").length > 0))("%s", (path) => {
  for (const { id, name, run } of rulesOf(path, "full")) it(`${id}: ${name}`, run);
});
