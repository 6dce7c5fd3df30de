// Backend instances by name: lists and chooses instances, opens each once, and closes them with the kernel.

import { isDeepStrictEqual } from "node:util";
import {
  fault,
  didYouMean,
  resolveSettings,
  type SettingsSource,
  type Logger,
  type BackendOpenOptions,
  type Settings,
  type Contribution,
  type Backend,
  type BackendInfo,
  type ValuesOrigin,
  raceAbort,
} from "@pictor/kernel";
import type { BackendInstance, BackendSettings, DefaultBackend, ProbeAnswer } from "@pictor/kernel";
import type { Provided } from "../provided/provided.js";
import type { ConfiguredEntries, EntryOf } from "../configuration/configured-entries.js";
import { createCycleCheck } from "./cycle-check.js";
import { withAbsolutePaths, findKind, splitSettings } from "./kind-settings.js";

export interface InstanceDependencies extends SettingsSource {
  readonly entries: ConfiguredEntries<EntryOf<"backends">>["entries"];
  /** The name of the instance that the configuration prefers, if any. */
  readonly preferred: string | undefined;
  readonly defaults: readonly DefaultBackend[];
  readonly signal: AbortSignal;
  kinds(): readonly Contribution<"backends">[];
  readonly provided: Pick<Provided, "backendKind">;
  /** The folder against which relative paths in an instance's settings are resolved; absolute. */
  folderOf(name: string): string;
  readonly logger: Logger;
  /** The logger of a plugin. */
  loggerFor(plugin: string): Logger;
  /** The answer at an address; undefined if nothing answers. */
  probe(url: string): Promise<ProbeAnswer | undefined>;
}

export interface Instances {
  list(): readonly BackendInstance[];
  /** Opens an instance once and keeps it. Without a name, chooses an instance. */
  open(name?: string): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** The instances that are open now, with their backends. Opens nothing. */
  opened(): readonly { readonly instance: BackendInstance; readonly backend: Backend }[];
  /** The settings of an instance as they are written, with references in place of secrets. Throws `BACKEND_UNKNOWN`. */
  settingsOf(name: string): BackendSettings;
  /** Closes an instance whose settings have changed. The next `open` uses the new settings. */
  reset(name: string): Promise<void>;
  /** Opens an instance for another instance, `from`. Throws `BACKEND_CYCLE` if it needs `from` itself. */
  openFor(name: string, from: string): Promise<Backend>;
  /** Opens a backend of any kind for a plugin, which closes the backend itself. */
  openKind(settings: BackendSettings, opening: BackendOpenOptions): Promise<Backend>;
  /** Opens a backend with settings that are not saved, asks for its info, and closes it. Rejects as `open` and `Backend.info` do. */
  test(settings: BackendSettings, signal: AbortSignal): Promise<BackendInfo>;
  /** Makes an instance the one that `open` chooses. */
  prefer(name: string): void;
  /** After an entry was removed: its instance is no longer the one that is used when none is named. False if there is another entry. */
  forget(name: string): boolean;
  close(): Promise<void>;
}

interface KnownInstance {
  readonly instance: BackendInstance;
  readonly settings: BackendSettings;
}

interface OpenedAs {
  readonly settings: BackendSettings;
  readonly opening: Promise<Backend>;
  /** The backend, once it has opened. */
  backend?: Backend;
}

export function createInstances(deps: InstanceDependencies): Instances {
  const backends = new Map<string, OpenedAs>();
  const openBackends = new Set<Backend>();
  const resetting = new Map<string, Promise<void>>();
  const requireNoCycle = createCycleCheck();
  const noted = new Set<string>();
  let isClosed = false;

  /** Every instance with its settings; a configured instance hides a default one of the same name. */
  const known = (): ReadonlyMap<string, KnownInstance> => {
    const found = new Map<string, KnownInstance>();
    const add = (name: string, settings: BackendSettings, origin: BackendInstance["origin"]): void => {
      const { kind, auth } = settings;
      const instance = { name, kind, origin, ...(auth === undefined ? {} : { auth }) };
      if (!found.has(name)) found.set(name, { instance, settings });
    };
    for (const [name, settings] of deps.entries) add(name, settings as BackendSettings, "configured");
    for (const { name, settings } of deps.defaults) add(name, settings, "default");
    return found;
  };
  const find = (name: string): KnownInstance => {
    const all = known();
    const found = all.get(name);
    if (found !== undefined) return found;
    const names = [...all.keys()];
    const details = { backend: name, known: names.join(", "), suggestion: didYouMean(name, names) };
    throw fault("BACKEND_UNKNOWN", details);
  };

  /** Logs for the plugin of a kind, which hosts show to the user. The choice is made again with each call without a name. */
  const noteOnce = (kind: string, message: string): void => {
    const plugin = deps.kinds().find(({ id }) => id === kind)?.plugin;
    if (plugin === undefined || noted.has(message)) return;
    noted.add(message);
    deps.loggerFor(plugin).info(message);
  };

  let { preferred } = deps;
  const chooseName = async (): Promise<string> => {
    const wanted = preferred ?? deps.entries.keys().next().value;
    if (wanted !== undefined) return wanted;
    const passedOver: { readonly kind: string; readonly objection: string }[] = [];
    for (const { name, settings, probeUrl, objection: objectionTo } of deps.defaults) {
      const answer = probeUrl === undefined ? undefined : await deps.probe(probeUrl);
      if (probeUrl !== undefined && answer === undefined) continue;
      const objection = answer && objectionTo?.(answer);
      if (objection === undefined) {
        for (const { kind, objection: why } of passedOver)
          noteOnce(kind, `${why}, so the backend ${name} is used.`);
        return name;
      }
      passedOver.push({ kind: settings.kind, objection });
    }
    throw fault("BACKEND_NONE", {});
  };

  /** The settings of a person, which can contain variables, relative paths, and settings of other kinds. */
  const personalSettings = async (
    name: string,
    values: Settings,
    contribution: Contribution<"backends">,
    origin: Exclude<ValuesOrigin, "code">,
  ): Promise<Settings> => {
    const { own, ignored } = splitSettings(values, contribution, deps.kinds());
    const where = `backends/${name}`;
    if (ignored.length > 0) {
      const names = ignored.join(", ");
      deps.logger.info(`${where}: ignored settings that the kind ${contribution.id} does not have: ${names}`);
    }
    const settings = await resolveSettings(contribution.settings, own, where, origin, deps);
    return withAbsolutePaths(contribution.settings, settings, deps.folderOf(name));
  };

  const openKind = async (
    values: BackendSettings,
    opening: BackendOpenOptions,
    origin: ValuesOrigin,
  ): Promise<Backend> => {
    const { kind, auth, ...own } = values;
    const where = `backends/${opening.name}`;
    const contribution = findKind(kind, where, deps.kinds());
    const settings =
      origin === "code"
        ? await resolveSettings(contribution.settings, own, where, origin, deps)
        : await personalSettings(opening.name, own, contribution, origin);
    const provided = await deps.provided.backendKind(contribution);
    return provided.open(settings, { ...opening, ...(auth === undefined ? {} : { auth }) });
  };

  const openNamed = async (
    name: string,
  ): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }> => {
    const { instance, settings } = find(name);
    // If the settings of an instance have changed, the earlier backend is closed before a new one is opened.
    await resetting.get(name);
    let opened = backends.get(name);
    if (opened === undefined) {
      const source = instance.origin === "configured" ? "file" : "code";
      const opening = openKind(settings, { name, signal: deps.signal }, source);
      const entry: OpenedAs = { settings, opening };
      opened = entry;
      backends.set(name, opened);
      // A backend that opens after `close` is closed at once, without waiting.
      opening
        .then((backend) => {
          if (isClosed) return backend.close();
          entry.backend = backend;
          openBackends.add(backend);
        })
        .catch(() => undefined);
      // After a failure the next call opens the instance again.
      opening.catch(() => backends.get(name)?.opening === opening && backends.delete(name));
    }
    return { instance, backend: await opened.opening };
  };

  const close = async ({ opening }: OpenedAs): Promise<void> => {
    const backend = await opening;
    openBackends.delete(backend);
    await backend.close();
  };

  return {
    list: () => [...known().values()].map(({ instance }) => instance),
    opened() {
      const instances = known();
      return [...backends].flatMap(([name, { backend }]) => {
        const instance = instances.get(name)?.instance;
        return backend === undefined || instance === undefined ? [] : [{ instance, backend }];
      });
    },
    settingsOf: (name) => find(name).settings,
    async reset(name) {
      const opened = backends.get(name);
      if (opened === undefined || isDeepStrictEqual(known().get(name)?.settings, opened.settings)) return;
      backends.delete(name);
      // Errors while the earlier backend is closed do not concern the new one.
      const closing = close(opened).catch(() => undefined);
      resetting.set(name, closing);
      await closing;
      if (resetting.get(name) === closing) resetting.delete(name);
    },
    open: async (name) => openNamed(name ?? (await chooseName())),
    openFor: async (name, from) => {
      requireNoCycle(from, name);
      return (await openNamed(name)).backend;
    },
    openKind: (values, opening) => openKind(values, opening, "code"),
    async test(values, signal) {
      const ended = AbortSignal.any([deps.signal, signal]);
      const backend = await openKind(values, { name: "tested", signal: ended }, "draft");
      try {
        return await raceAbort(ended, backend.info({ signal: ended, isFresh: true }));
      } finally {
        await backend.close();
      }
    },
    prefer(name) {
      preferred = name;
    },
    forget(name) {
      if (deps.entries.has(name)) return false;
      if (preferred === name) preferred = undefined;
      return true;
    },
    async close() {
      backends.clear();
      isClosed = true;
      await Promise.allSettled([...openBackends].map((backend) => backend.close()));
    },
  };
}
