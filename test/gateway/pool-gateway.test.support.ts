// The gateway in front of a pool whose members are embedded servers.

import { join } from "node:path";
import { createPictor, loadConfiguration } from "@pictor/host";
import { createTestFolder } from "@pictor/host/testing";
import { createServer as createApi } from "@pictor/server";
import { startEmbeddedServer, type EmbeddedServer } from "../../plugins/backend-embedded/testing.js";

export interface PoolGateway {
  /** The port of its own, with a slash at its end. */
  readonly url: string;
  /** The members by their names. */
  readonly members: ReadonlyMap<string, EmbeddedServer>;
  close(): Promise<void>;
}

export async function startPoolGateway(names: readonly string[]): Promise<PoolGateway> {
  const folder = createTestFolder();
  const started = await Promise.all(names.map(async (name) => [name, await startEmbeddedServer()] as const));
  const backends = started.map(([name, { url }]) => [name, { kind: "remote", baseUrl: url }] as const);
  const configuration = await loadConfiguration({
    directory: folder,
    flags: { backends: { ...Object.fromEntries(backends), farm: { kind: "pool", members: names } } },
  });
  const server = await createApi({
    folder: join(folder, "server"),
    ports: () => [{ port: 0, path: "/comfy/farm" }],
    createPictor: (interaction) => createPictor({ configuration, interaction }),
  });
  return {
    url: `${server.ports[0]?.url ?? ""}/`,
    members: new Map(started),
    async close() {
      await server.close();
      await Promise.all(started.map(([, member]) => member.close()));
    },
  };
}
