// Backend instances by name: lists and chooses instances, opens each once, and closes them with the kernel.

import { isDeepStrictEqual } from "node:util";
import {
  fault,
  knownNames,
  raceAbort,
  withoutUndefined,
  namedBy,
  type Backend,
  type BackendInfo,
  type BackendInstance,
  type BackendOpenOptions,
  type BackendSettings,
  type DefaultBackend,
  type Logger,
  type ProbeAnswer,
} from "@pictor/kernel";
import type { ConfiguredEntries, EntryOf } from "../configuration/configured-entries.js";
import { createCycleCheck } from "./cycle-check.js";
import { chooseDefault } from "./default-instance.js";
import { openKind, type KindDependencies } from "./open-kind.js";

export interface InstanceDependencies extends KindDependencies {
  readonly entries: ConfiguredEntries<EntryOf<"backends">>["entries"];
  /** The name of the instance that the configuration prefers, if any, and the place of this name for errors. */
  readonly preferred: { readonly name: string | undefined; readonly from: string | undefined };
  readonly defaults: readonly DefaultBackend[];
  readonly signal: AbortSignal;
  /** The logger of a plugin. */
  loggerFor(plugin: string): Logger;
  /** The answer at an address; undefined if nothing answers. */
  probe(url: string): Promise<ProbeAnswer | undefined>;
}

export interface OpenedInstance {
  readonly instance: BackendInstance;
  readonly backend: Backend;
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

export class Instances {
  readonly #deps: InstanceDependencies;
  readonly #backends = new Map<string, OpenedAs>();
  readonly #openBackends = new Set<Backend>();
  readonly #resetting = new Map<string, Promise<void>>();
  readonly #requireNoCycle = createCycleCheck();
  /** The messages that were logged. The choice is made again with each call without a name. */
  readonly #noted = new Set<string>();
  #preferred: { readonly name: string; readonly from: string | undefined } | undefined;
  #isClosed = false;

  constructor(deps: InstanceDependencies) {
    this.#deps = deps;
    const { name, from } = deps.preferred;
    if (name !== undefined) this.#preferred = { name, from };
  }

  list(): readonly BackendInstance[] {
    return [...this.#known().values()].map(({ instance }) => instance);
  }

  /** The instances that are open now, with their backends. Opens nothing. */
  opened(): readonly OpenedInstance[] {
    const known = this.#known();
    return [...this.#backends].flatMap(([name, { backend }]) => {
      const instance = known.get(name)?.instance;
      return backend === undefined || instance === undefined ? [] : [{ instance, backend }];
    });
  }

  /** The settings of an instance as they are written, with references in place of secrets. Throws `BACKEND_UNKNOWN`. */
  settingsOf(name: string): BackendSettings {
    return this.#find(name).settings;
  }

  /** Opens an instance once and keeps it. Without a name, chooses an instance. */
  async open(name?: string): Promise<OpenedInstance> {
    if (name !== undefined) return this.#openNamed(name);
    const chosen = await this.#choose();
    return this.#openNamed(chosen.name, chosen.from);
  }

  /** Opens an instance for another instance, `from`. Throws `BACKEND_CYCLE` if it needs `from` itself. */
  async openFor(name: string, from: string): Promise<Backend> {
    this.#requireNoCycle(from, name);
    return (await this.#openNamed(name, `backends/${from}`)).backend;
  }

  /** Opens a backend of any kind for a plugin, which closes the backend itself. */
  openKind(settings: BackendSettings, opening: BackendOpenOptions): Promise<Backend> {
    return openKind(settings, opening, "code", this.#deps);
  }

  /**
   * Opens a backend with settings that are not saved, asks for its info, and closes it. Rejects as `open` and
   * `Backend.info` do.
   */
  async test(settings: BackendSettings, given: AbortSignal): Promise<BackendInfo> {
    const signal = AbortSignal.any([this.#deps.signal, given]);
    const backend = await openKind(settings, { name: "tested", signal }, "draft", this.#deps);
    try {
      return await raceAbort(signal, backend.info({ signal, isFresh: true }));
    } finally {
      await backend.close();
    }
  }

  /** Closes an instance whose settings have changed. The next `open` uses the new settings. */
  async reset(name: string): Promise<void> {
    const opened = this.#backends.get(name);
    if (opened === undefined || isDeepStrictEqual(this.#known().get(name)?.settings, opened.settings)) return;
    this.#backends.delete(name);
    // Errors while the earlier backend is closed do not concern the new one.
    const closing = this.#close(opened).catch(() => undefined);
    this.#resetting.set(name, closing);
    await closing;
    if (this.#resetting.get(name) === closing) this.#resetting.delete(name);
  }

  /** Makes an instance the one that `open` chooses. */
  prefer(name: string): void {
    this.#preferred = { name, from: undefined };
  }

  /**
   * After an entry was removed: its instance is no longer the one that is used when none is named. False if there is
   * another entry.
   */
  forget(name: string): boolean {
    if (this.#deps.entries.has(name)) return false;
    if (this.#preferred?.name === name) this.#preferred = undefined;
    return true;
  }

  async close(): Promise<void> {
    this.#backends.clear();
    this.#isClosed = true;
    await Promise.allSettled([...this.#openBackends].map((backend) => backend.close()));
  }

  /** Every instance with its settings; a configured instance hides a default one of the same name. */
  #known(): ReadonlyMap<string, KnownInstance> {
    const found = new Map<string, KnownInstance>();
    const add = (name: string, settings: BackendSettings, origin: BackendInstance["origin"]): void => {
      const { kind, auth } = settings;
      const instance = withoutUndefined({ name, kind, origin, auth });
      if (!found.has(name)) found.set(name, { instance, settings });
    };
    for (const [name, settings] of this.#deps.entries) add(name, settings as BackendSettings, "configured");
    for (const { name, settings } of this.#deps.defaults) add(name, settings, "default");
    return found;
  }

  /** Throws `BACKEND_UNKNOWN`. `from` is the place of the name, if the caller has not given it. */
  #find(name: string, from?: string): KnownInstance {
    const known = this.#known();
    const found = known.get(name);
    if (found !== undefined) return found;
    const names = knownNames(name, [...known.keys()]);
    throw fault("BACKEND_UNKNOWN", { backend: name, origin: namedBy(from), ...names });
  }

  async #choose(): Promise<{ readonly name: string; readonly from?: string | undefined }> {
    const { entries, defaults, probe } = this.#deps;
    if (this.#preferred !== undefined) return this.#preferred;
    const first = entries.keys().next().value;
    if (first !== undefined) return { name: first };
    const chosen = await chooseDefault(defaults, probe);
    if (chosen === undefined) throw fault("BACKEND_NONE", {});
    for (const { kind, objection } of chosen.passedOver)
      this.#noteOnce(kind, `${objection}, so the backend ${chosen.name} is used.`);
    return chosen;
  }

  /** Logs for the plugin of a kind, which hosts show to the user. */
  #noteOnce(kind: string, message: string): void {
    const plugin = this.#deps.kinds().find(({ id }) => id === kind)?.plugin;
    if (plugin === undefined || this.#noted.has(message)) return;
    this.#noted.add(message);
    this.#deps.loggerFor(plugin).info(message);
  }

  async #openNamed(name: string, from?: string): Promise<OpenedInstance> {
    // If the settings of an instance have changed, the earlier backend is closed before a new one is opened. They may
    // change meanwhile.
    await this.#resetting.get(name);
    const { instance, settings } = this.#find(name, from);
    const opened = this.#backends.get(name) ?? this.#startOpening(instance, settings);
    return { instance, backend: await opened.opening };
  }

  #startOpening({ name, origin }: BackendInstance, settings: BackendSettings): OpenedAs {
    const source = origin === "configured" ? "file" : "code";
    const opening = openKind(settings, { name, signal: this.#deps.signal }, source, this.#deps);
    const opened: OpenedAs = { settings, opening };
    this.#backends.set(name, opened);
    // A backend that opens after `close` is closed at once, without waiting.
    opening
      .then((backend) => {
        if (this.#isClosed) return backend.close();
        opened.backend = backend;
        this.#openBackends.add(backend);
      })
      .catch(() => undefined);
    // After a failure the next call opens the instance again.
    opening.catch(() => this.#backends.get(name)?.opening === opening && this.#backends.delete(name));
    return opened;
  }

  async #close({ opening }: OpenedAs): Promise<void> {
    const backend = await opening;
    this.#openBackends.delete(backend);
    await backend.close();
  }
}
