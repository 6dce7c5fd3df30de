// A backend made of records: its extensions, its index, its server and its queue.

import { PictorError, type Backend, type CatalogOptions, type ExtensionSpec } from "@pictor/kernel/plugin";
import { isSame, newestIn } from "@pictor/extensions";
import { fault, installedAt, type BackendState, type Pack } from "./extension-records.js";

const instanceStates = {
  running: { state: "running", url: "http://127.0.0.1:8188/", owner: "this" },
  stopped: { state: "stopped" },
  crashed: { state: "crashed", lastLines: [] },
  absent: { state: "absent", reason: "nothing is installed" },
};

/** Calls change `state` and are recorded in `calls`. */
export function createFakeBackend(state: BackendState, calls: string[]): Backend {
  const packOf = (id: string): Pack => state.packs[id] ?? {};
  const startServer = (): void => {
    state.state = "running";
    state.installed.forEach((one, index) => {
      const { failure } = packOf(one.id);
      const { failure: _old, ...rest } = one;
      state.installed[index] = {
        ...rest,
        loaded: failure === undefined,
        ...(failure !== undefined && { failure }),
      };
    });
  };
  let loaded: ReadonlySet<string> = new Set();
  let loadedFrom: ReadonlyMap<string, string> = new Map();
  const load = (): void => {
    const own = state.installed
      .filter(({ enabled, id }) => enabled && packOf(id).failure === undefined)
      .flatMap(({ id, place }) => (packOf(id).classes ?? []).map((name) => [name, place] as const));
    loadedFrom = new Map(own);
    loaded = new Set([...state.core, ...own.map(([name]) => name)]);
  };
  if (state.state === "running") load();

  const find = (id: string): number => state.installed.findIndex((one) => isSame(id, one));
  const versionFor = ({ id, range, version }: ExtensionSpec): string | undefined =>
    packOf(id).isMute ? undefined : (version ?? newestIn(packOf(id).versions ?? ["1.0.0"], range)?.version);
  const record = (action: string, { id, range, version, commit }: ExtensionSpec): void => {
    calls.push(
      [action, id, range, version && `v${version}`, commit && `#${commit}`].filter(Boolean).join(" "),
    );
  };
  const facet: NonNullable<Backend["facets"]["extensions"]> = {
    capabilities: () => {
      calls.push("capabilities");
      return Promise.resolve({
        actions: state.can,
        ...(state.reason !== undefined && { reason: state.reason }),
      });
    },
    list: () => {
      calls.push("list");
      return Promise.resolve([...state.installed]);
    },
    available: (query) =>
      Promise.resolve(
        Object.entries(state.packs)
          .filter(([, { registryId }]) => registryId === query)
          .map(([id, { registryId }]) => ({
            id,
            title: id,
            repository: `https://github.com/${id}`,
            ...(registryId !== undefined && { registryId }),
          })),
      ),
    providers: (classes) => {
      calls.push(`providers ${classes.join(" ")}`);
      if (state.providersFail !== undefined) return Promise.reject(state.providersFail);
      const found = classes.map(
        (name) =>
          [name, Object.keys(state.packs).filter((id) => packOf(id).classes?.includes(name))] as const,
      );
      return Promise.resolve(new Map(found.filter(([, ids]) => ids.length > 0)));
    },
    locate: ({ id }) => {
      const { isLost } = packOf(id);
      if (isLost === "no version")
        return Promise.reject(new PictorError("EXTENSION_NO_VERSION", "No version fits.", "", {}));
      const source = { origin: "git" as const, address: `https://github.com/${id}` };
      return Promise.resolve(isLost === undefined ? source : undefined);
    },
    install: async (wanted, options) => {
      record("install", wanted);
      options?.progress?.("cloning", 0.5);
      await state.gate;
      options?.signal?.throwIfAborted();
      const { fails, registryId } = packOf(wanted.id);
      if (fails !== undefined) throw fault("EXTENSION_INSTALL_FAILED", { id: wanted.id, reason: fails });
      const installed = installedAt(wanted.id, versionFor(wanted), {
        ...(registryId !== undefined && { registryId }),
        ...(wanted.commit !== undefined && { commit: wanted.commit }),
        ...(state.state === "running" && { loaded: false }),
      });
      state.installed.push(installed);
      return installed;
    },
    update: (wanted) => {
      record("update", wanted);
      const index = find(wanted.id);
      const old = state.installed[index]!;
      const { fails } = packOf(old.id);
      if (fails !== undefined)
        return Promise.reject(fault("EXTENSION_UPDATE_FAILED", { id: old.id, reason: fails }));
      const version = versionFor({ ...wanted, id: old.id });
      const updated = {
        ...old,
        ...(version !== undefined && { version }),
        ...(wanted.commit !== undefined && { commit: wanted.commit }),
      };
      state.installed[index] = updated;
      return Promise.resolve(packOf(old.id).isPending ? { ...old, pending: true } : updated);
    },
    enable: (id) => {
      calls.push(`enable ${id}`);
      const index = find(id);
      const enabled = { ...state.installed[index]!, enabled: true };
      state.installed[index] = enabled;
      return Promise.resolve(enabled);
    },
    disable: (id) => {
      calls.push(`disable ${id}`);
      const index = find(id);
      const disabled = { ...state.installed[index]!, enabled: false };
      state.installed[index] = disabled;
      return Promise.resolve(disabled);
    },
    remove: () => Promise.reject(new Error("the check removes no extension")),
  };
  return {
    catalog: (options: CatalogOptions = {}) => {
      const { refresh, classes } = options;
      const named = refresh === undefined ? classes : undefined;
      calls.push(
        `catalog${refresh === undefined ? "" : refresh === true ? " all" : ` ${refresh.join(" ")}`}`,
      );
      if (state.state === "absent")
        return Promise.reject(fault("MANAGED_NOT_STARTED", { reason: "nothing is installed" }));
      if (state.state !== "running") startServer();
      if (loaded.size === 0) load();
      return Promise.resolve(
        new Map(
          [...loaded]
            .filter((name) => named?.includes(name) !== false)
            .map((name) => {
              const place = loadedFrom.get(name);
              const module = place === undefined ? {} : { module: `custom_nodes.${place}` };
              return [name, { name, inputs: [], outputs: [], isOutput: false, ...module }];
            }),
        ),
      );
    },
    prompts: () => {
      const states = state.queue.length > 1 ? state.queue.shift() : state.queue[0];
      return Promise.resolve(
        (states ?? []).map((promptState, index) => ({ promptId: String(index), state: promptState })),
      );
    },
    facets: {
      ...(state.hasFacet && { extensions: facet }),
      ...(state.hasLifecycle && {
        lifecycle: {
          state: () => Promise.resolve(instanceStates[state.state]),
          start: () => {
            calls.push("start");
            startServer();
            load();
            return Promise.resolve();
          },
          logs: async function* () {},
          restart: (reason: string, options?: { progress?(note: object): void }) => {
            calls.push(`restart: ${reason}`);
            options?.progress?.({ step: "wait", title: "the server starts", index: 0, count: 1 });
            if (state.restartFails !== undefined) return Promise.reject(state.restartFails);
            startServer();
            load();
            return Promise.resolve();
          },
        },
      }),
    },
  } as unknown as Backend;
}
