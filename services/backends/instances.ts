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
import type { BackendInstance, DefaultBackend } from "@pictor/kernel";
import { withAbsolutePaths, findKind, splitSettings } from "./kind-settings.js";

export interface InstanceDependencies extends SettingsSource {
  readonly configuration: Configuration;
  readonly defaults: readonly DefaultBackend[];
  readonly signal: AbortSignal;
  kinds(): readonly Contribution<"backends">[];
  registrationOf(plugin: string): Promise<PluginRegistration>;
  /** The folder that relative paths of an instance's settings start from; absolute. */
  folderOf(name: string): string;
  readonly logger: Logger;
  /** Whether a server answers at an address. */
  isReachable(url: string): Promise<boolean>;
}

export interface Instances {
  list(): readonly BackendInstance[];
  /** Opens an instance once and keeps it; chooses one when no name is given. */
  open(name?: string): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** Opens a backend of any kind for a plugin, which closes the backend itself. */
  openKind(settings: { readonly kind: string } & Settings, opening: BackendOpenOptions): Promise<Backend>;
  close(): Promise<void>;
}

export function createInstances(deps: InstanceDependencies): Instances {
  const configured = deps.configuration.backends ?? {};
  const backends = new Map<string, Promise<Backend>>();
  const openBackends: Backend[] = [];
  let isClosed = false;

  const instanceOf = (name: string, values: Settings, origin: BackendInstance["origin"]): BackendInstance => {
    const { kind, auth } = values as { readonly kind: string; readonly auth?: string };
    return { name, kind, origin, ...(auth === undefined ? {} : { auth }) };
  };

  const settingsOf = (name: string): readonly [Settings, BackendInstance["origin"]] | undefined => {
    if (Object.hasOwn(configured, name)) return [configured[name] as Settings, "configured"];
    const found = deps.defaults.find((entry) => entry.name === name);
    return found === undefined ? undefined : [found.settings, "default"];
  };

  const list = (): readonly BackendInstance[] => [
    ...Object.keys(configured).map((name) => instanceOf(name, configured[name] as Settings, "configured")),
    ...deps.defaults
      .filter(({ name }) => !Object.hasOwn(configured, name))
      .map(({ name, settings }) => instanceOf(name, settings, "default")),
  ];

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
    values: { readonly kind: string } & Settings,
    opening: BackendOpenOptions,
    origin: "file" | "code",
  ): Promise<Backend> => {
    const { kind, auth, ...own } = values as Settings & { readonly kind: string; readonly auth?: string };
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
    const found = settingsOf(name);
    if (found === undefined) {
      const known = list().map((entry) => entry.name);
      throw fault("BACKEND_UNKNOWN", {
        backend: name,
        known: known.join(", "),
        suggestion: didYouMean(name, known),
      });
    }
    const [settings, origin] = found;
    let opening = backends.get(name);
    if (opening === undefined) {
      const known = settings as { readonly kind: string } & Settings;
      const source = origin === "configured" ? "file" : "code";
      opening = openKind(known, { name, signal: deps.signal }, source);
      backends.set(name, opening);
      // A backend that opens after `close` is closed at once; nothing waits for that.
      opening
        .then((backend) => (isClosed ? backend.close() : void openBackends.push(backend)))
        .catch(() => undefined);
      // After a failure the next call opens the instance again.
      opening.catch(() => backends.delete(name));
    }
    return { instance: instanceOf(name, settings, origin), backend: await opening };
  };

  return {
    list,
    open: async (name) => openNamed(name ?? (await chooseName())),
    openKind: (values, opening) => openKind(values, opening, "code"),
    async close() {
      backends.clear();
      isClosed = true;
      await Promise.allSettled(openBackends.map((backend) => backend.close()));
    },
  };
}
