// The round trip: a backend of the kind remote, whose server is the gateway in front of an embedded backend, fulfils the contract
// of backends.

import { fileURLToPath } from "node:url";
import { pluginContract } from "@pictor/host/testing";
import { describe, it } from "vitest";
import { serveDirect } from "./direct-server.test.support.js";
import { startFacedGateway } from "./facade.test.support.js";

const plugin = fileURLToPath(new URL("../../plugins/backend-remote", import.meta.url));

async function start() {
  const gateway = await startFacedGateway();
  await fetch(`${gateway.url}prompt`);
  const served = await serveDirect(() => Promise.resolve(gateway.direct()));
  const stop = async (): Promise<void> => {
    await served.stop();
    await gateway.close();
  };
  return { settings: { baseUrl: served.url }, stop };
}

/** Rules about the folder of the plugin have no meaning here. */
const rules = pluginContract(plugin, { samples: { backends: { remote: { start } } } });

describe("a remote backend before the facade", () => {
  for (const { id, name, run } of rules.filter(({ id }) => id.startsWith("backend-")))
    it(`${id}: ${name}`, run, 60_000);
});
