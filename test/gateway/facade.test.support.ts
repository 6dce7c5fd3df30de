// The gateway before a backend that has no single server: an embedded backend behind the facade of ComfyUI's protocol, as a
// pool or a queue has it.

import { join } from "node:path";
import { createComfyFacade } from "@pictor/comfyui-facade";
import { createPictor, loadConfiguration, type PluginSource } from "@pictor/host";
import { createTestFolder, manifestOf } from "@pictor/host/testing";
import { definePlugin, type Backend, type DirectFacet } from "@pictor/kernel/plugin";
import { createServer as createApi, type PictorServer } from "@pictor/server";

/** A plugin with the kind `faced`: an embedded backend of which only the calls are used. */
const facedPlugin = (opened: (backend: Backend, direct: DirectFacet) => void): PluginSource => ({
  kind: "inline",
  manifest: manifestOf("backend-faced", "backend", {
    permissions: [{ name: "backends", reason: "It stands before an embedded backend." }],
    contributes: {
      backends: [{ id: "faced", title: "Faced", settings: { type: "object", properties: {} } }],
    },
  }),
  plugin: definePlugin(({ backends, clock, logger, onDispose }) => ({
    provides: {
      backends: {
        faced: {
          async open(_settings, { name, signal }) {
            const backend = await backends.open({ kind: "embedded" }, { name, signal });
            const { facets, ...rest } = backend;
            const facade = createComfyFacade({ backend: { ...rest, facets: {} }, name, clock, logger });
            opened(backend, facade);
            onDispose(() => {
              facade.close();
              return backend.close();
            });
            return { ...rest, facets: { ...facets, direct: facade } };
          },
        },
      },
    },
  })),
});

export interface FacedGateway {
  /** The port of its own, with a slash at its end. */
  readonly url: string;
  readonly server: PictorServer;
  /** The facade, once it was used. */
  readonly direct: () => DirectFacet;
  /** The backend behind the facade, once it was used. */
  readonly backend: () => Backend;
  close(): Promise<void>;
}

export async function startFacedGateway(): Promise<FacedGateway> {
  const folder = createTestFolder();
  let used: { readonly backend: Backend; readonly direct: DirectFacet } | undefined;
  const plugin = facedPlugin((backend, direct) => (used = { backend, direct }));
  const current = () => {
    if (used === undefined) throw new Error("The backend was not used yet");
    return used;
  };
  const configuration = await loadConfiguration({
    directory: folder,
    flags: { backends: { farm: { kind: "faced" } } },
  });
  const server = await createApi({
    folder: join(folder, "server"),
    ports: () => [{ port: 0, path: "/comfy/farm" }],
    createPictor: (interaction) => createPictor({ configuration, interaction, plugins: [plugin] }),
  });
  return {
    url: `${server.ports[0]?.url ?? ""}/`,
    server,
    direct: () => current().direct,
    backend: () => current().backend,
    async close() {
      await server.close();
    },
  };
}
