// Facets that are created at their first call, when their code is imported or the server's routes are detected.

import type { BackendFacets, CallOptions } from "@pictor/kernel/plugin";

export type RemoteFacets = Required<Pick<BackendFacets, "extensions" | "lifecycle">>;

export function deferFacets(load: (options?: CallOptions) => Promise<RemoteFacets>): RemoteFacets {
  const extensions = async (options?: CallOptions) => (await load(options)).extensions;
  const lifecycle = async (options?: CallOptions) => (await load(options)).lifecycle;
  return {
    extensions: {
      capabilities: async (options) => (await extensions(options)).capabilities(options),
      list: async (options) => (await extensions(options)).list(options),
      available: async (query, options) => (await extensions(options)).available(query, options),
      providers: async (classes, options) => (await extensions(options)).providers(classes, options),
      locate: async (wanted, options) => (await extensions(options)).locate(wanted, options),
      install: async (wanted, options) => (await extensions(options)).install(wanted, options),
      update: async (wanted, options) => (await extensions(options)).update(wanted, options),
      enable: async (id, options) => (await extensions(options)).enable(id, options),
      disable: async (id, options) => (await extensions(options)).disable(id, options),
      remove: async (id, options) => (await extensions(options)).remove(id, options),
    },
    lifecycle: {
      state: async (options) => (await lifecycle(options)).state(options),
      restart: async (reason, options) => (await lifecycle(options)).restart(reason, options),
    },
  };
}
