// The contract of backends, for a pool over a server whose connections can be cut, which can hold its runs and forget them.

import { join } from "node:path";
import { pluginContract } from "@pictor/host/testing";
import { exampleGraph, startEmbeddedServer } from "@pictor/backend-embedded/testing";
import type { Graph } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";

async function start() {
  const server = await startEmbeddedServer();
  return {
    settings: { members: ["member"] },
    instances: { member: { kind: "remote", baseUrl: server.url } },
    stop: () => server.close(),
    submission: (seed: number) => ({ graph: exampleGraph({ seed }) as Graph }),
    hold() {
      server.faults.set([{ kind: "slow-steps", ms: 3_600_000 }]);
      return () => server.faults.clear();
    },
    lose() {
      server.faults.set([{ kind: "restart", downMs: 1, times: 1 }]);
    },
  };
}

/** Rules about kinds without graphs, and about kinds that share nothing with other instances. */
const notChecked = ["backend-choices", "backend-close"];
const checks = pluginContract(join(import.meta.dirname, "../../plugins/backend-pool"), {
  samples: { backends: { pool: { start } } },
});

it.each(checks.filter(({ id }) => id.startsWith("backend-") && !notChecked.includes(id)))(
  "$id: $name",
  async ({ run }) => {
    expect(await run()).toBeUndefined();
  },
);
