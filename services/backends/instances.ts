// Backend instances by name: lists, chooses and opens them, each once, and closes them with the kernel.

import {
  fault,
  didYouMean,
  resolveSettings,
  type SettingsSource,
  type Configuration,
  type Logger,
  type BackendOpenOptions,
  type PluginRegistration,
  type Settings,
  type Contribution,
  type Backend,
} from "@pictor/kernel";
import type { BackendInstance, BackendSettings, DefaultBackend } from "@pictor/kernel";
import { withAbsolutePaths, findKind, splitSettings } from "./kind-settings.js";

export interface InstanceDependencies extends SettingsSource {
  readonly configuration: Configuration;
  readonly defaults: readonly DefaultBackend[];
  readonly signal: AbortSignal;
  kinds(): readonly Contribution<"backends">[];
  registrationOf(plugin: string): Promise<PluginRegistration>;
  /** The folder against which relative paths in an instance's settings are resolved; absolute. */
  folderOf(name: string): string;
  readonly logger: Logger;
  /** Whether a server answers at an address. */
  isReachable(url: string): Promise<boolean>;
}

export interface Instances {
  list(): readonly BackendInstance[];
  /** Opens an instance once and keeps it. Without a name, chooses an instance. */
  open(name?: string): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** Opens a backend of any kind for a plugin, which closes the backend itself. */
  openKind(settings: BackendSettings, opening: BackendOpenOptions): Promise<Backend>;
  close(): Promise<void>;
}

export function createInstances(deps: InstanceDependencies): Instances {
  const configured = deps.configuration.backends ?? {};
  const backends = new Map<string, Promise<Backend>>();
  const openBackends: Backend[] = [];
  let isClosed = false;

  /** Every instance with its settings; a configured one hides a default of the same name. */
  const known = new Map<string, { readonly instance: BackendInstance; readonly settings: BackendSettings }>();
  const add = (name: string, settings: BackendSettings, origin: BackendInstance["origin"]): void => {
    const { kind, auth } = settings;
    const instance = { name, kind, origin, ...(auth === undefined ? {} : { auth }) };
    if (!known.has(name)) known.set(name, { instance, settings });
  };
  for (const [name, settings] of Object.entries(configured))
    add(name, settings as BackendSettings, "configured");
  for (const { name, settings } of deps.defaults) add(name, settings, "default");

  const chooseName = async (): Promise<string> => {
    const wanted = deps.configuration.backend ?? Object.keys(configured)[0];
    if (wanted !== undefined) return wanted;
    for (const { name, probeUrl } of deps.defaults) {
      if (probeUrl === undefined || (await deps.isReachable(probeUrl))) return name;
    }
    throw fault("BACKEND_NONE", {});
  };

  const settingsFromFile = async (
    name: string,
    values: Settings,
    contribution: Contribution<"backends">,
  ): Promise<Settings> => {
    const { own, ignored } = splitSettings(values, contribution, deps.kinds());
    const where = `backends/${name}`;
    if (ignored.length > 0) {
      const names = ignored.join(", ");
      deps.logger.info(`${where}: ignored settings that the kind ${contribution.id} does not have: ${names}`);
    }
    const settings = await resolveSettings(contribution.settings, own, where, "file", deps);
    return withAbsolutePaths(contribution.settings, settings, deps.folderOf(name));
  };

  const openKind = async (
    values: BackendSettings,
    opening: BackendOpenOptions,
    origin: "file" | "code",
  ): Promise<Backend> => {
    const { kind, auth, ...own } = values;
    const where = `backends/${opening.name}`;
    const contribution = findKind(kind, where, deps.kinds());
    const settings =
      origin === "file"
        ? await settingsFromFile(opening.name, own, contribution)
        : await resolveSettings(contribution.settings, own, where, origin, deps);
    const { provides } = await deps.registrationOf(contribution.plugin);
    const found = provides?.backends?.[kind];
    if (found === undefined) throw fault("INTERNAL", { reason: `the kind ${kind} is not provided` });
    return found.open(settings, { ...opening, ...(auth === undefined ? {} : { auth }) });
  };

  const openNamed = async (
    name: string,
  ): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }> => {
    const found = known.get(name);
    if (found === undefined) {
      const names = [...known.keys()];
      const details = { backend: name, known: names.join(", "), suggestion: didYouMean(name, names) };
      throw fault("BACKEND_UNKNOWN", details);
    }
    const { instance, settings } = found;
    let opening = backends.get(name);
    if (opening === undefined) {
      const source = instance.origin === "configured" ? "file" : "code";
      opening = openKind(settings, { name, signal: deps.signal }, source);
      backends.set(name, opening);
      // A backend that opens after `close` is closed at once. Nothing waits for that.
      opening
        .then((backend) => (isClosed ? backend.close() : void openBackends.push(backend)))
        .catch(() => undefined);
      // After a failure the next call opens the instance again.
      opening.catch(() => backends.delete(name));
    }
    return { instance, backend: await opening };
  };

  return {
    list: () => [...known.values()].map(({ instance }) => instance),
    open: async (name) => openNamed(name ?? (await chooseName())),
    openKind: (values, opening) => openKind(values, opening, "code"),
    async close() {
      backends.clear();
      isClosed = true;
      await Promise.allSettled(openBackends.map((backend) => backend.close()));
    },
  };
}
