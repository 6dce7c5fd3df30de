// createKernel: configuration, hooks and plugins. Data flows one way: sources -> plugins -> taps -> hooks.

import { resolve } from "node:path";
import { realClock } from "./base/clock.js";
import type { PictorError } from "./base/errors/pictor-error.js";
import { fault } from "./base/errors/error-catalog.js";
import { activeVariables } from "./config/active-variables.js";
import { configuredBy } from "./config/named-by.js";
import { resolveSettings, type SettingsSource } from "./config/resolve-settings.js";
import { createRedactor, type Redactor } from "./config/redactor.js";
import type { LoadedConfiguration } from "./contract/configuration.js";
import type { Capabilities, KernelOptions, KernelView } from "./contract/kernel.js";
import type { ImportModule, PluginRegistration, PluginSource } from "./contract/plugins.js";
import type { Problem } from "./contract/values.js";
import type { HookHost } from "./hooks/hook-call.js";
import { Hooks } from "./hooks/hooks.js";
import { createHostTaps } from "./hooks/host-taps.js";
import { createLoggers } from "./create-loggers.js";
import { Registry } from "./plugins/registry.js";
import { findPlugins, type FoundPlugins } from "./plugins/find-plugins.js";

/** The parts of a kernel that the services use. */
export interface KernelRuntime {
  readonly configuration: LoadedConfiguration;
  /** How configured values become settings: how references and variables are resolved, and which file errors name. */
  readonly configured: SettingsSource;
  /** The five hooks, for the services to call. */
  readonly hooks: Hooks;
  /** The clock, the loggers and the redaction of every hook call. */
  readonly host: HookHost;
  readonly redactor: Redactor;
  /** Logs a problem that does not end the operation. */
  report(problem: Problem): void;
  /** Loads a plugin and returns its registration. Rejects as `KernelView.load` does. */
  registrationOf(plugin: string): Promise<PluginRegistration>;
}

/** The result of `createKernel`. */
export interface Kernel extends KernelView {
  readonly runtime: KernelRuntime;
  /**
   * Sets the capabilities that plugins receive by permission. Called once by the services, before any plugin is loaded.
   */
  provide(capabilities: Capabilities): void;
  /** Disposes every plugin in reverse order. No tap, timer or listener remains. */
  dispose(): Promise<void>;
}

/** How the values of a configuration become settings. The services provide the secrets and the tokens of references. */
function settingsSource(
  configuration: LoadedConfiguration,
  { addSecret }: Redactor,
  capabilities: () => Capabilities,
): SettingsSource {
  const { values, directory, files } = configuration;
  const references = {
    environment: process.env,
    directory,
    addSecret,
    secret: (name: string) => capabilities().secret?.(name) ?? Promise.resolve(undefined),
    token: (profile: string) =>
      capabilities().token?.(profile) ??
      Promise.reject(fault("INTERNAL", { reason: "no service provides tokens for profiles" })),
  };
  const variables = activeVariables(
    { ...values, from: configuredBy(configuration, "environment") },
    references,
  );
  return { references, variables, configuredIn: files.at(-1) ?? "the configuration" };
}

function findConfiguredPlugins({ configuration, sources }: KernelOptions): Promise<FoundPlugins> {
  const { values, directory, pluginSources = [] } = configuration;
  const folders = (values.pluginDirectories ?? []).map((path) => resolve(directory, path));
  const collections = folders.map((path): PluginSource => ({ kind: "collection", path }));
  return findPlugins([...sources, ...pluginSources, ...collections], values.plugins ?? {});
}

/**
 * Finds and validates the plugins and computes the hook chains. No plugin code runs yet. Invalid plugins do not make
 * this function reject; `problems()` lists them.
 */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const { configuration, attributeRejections = false } = options;
  const redactor = createRedactor();
  const loggerFor = createLoggers(redactor, options.log);
  const log = loggerFor();
  const clock = options.clock ?? realClock;
  const host: HookHost = { clock, loggerFor, redact: redactor.text, attributeRejections };
  const hooks = new Hooks(host);
  let capabilities: Capabilities = {};
  const configured = settingsSource(configuration, redactor, () => capabilities);
  const registry = new Registry(await findConfiguredPlugins(options), hooks, {
    shared: { clock, loggerFor, hide: redactor.addSecret, capabilities: () => capabilities },
    attributeRejections,
    importModule: options.importModule ?? ((url) => import(url) as ReturnType<ImportModule>),
    beforeImport: async (folder) => configuration.beforeImport?.(folder),
    configOf: async (id, schema) => {
      const given = configuration.values.plugins?.[id]?.config ?? {};
      return resolveSettings(schema, given, `plugins/${id}/config`, "file", configured);
    },
  });

  let disposing: Promise<void> | undefined;
  const dispose = async (): Promise<void> => {
    await registry.dispose((error: PictorError) => log.error(error.what, { code: error.code }));
  };

  return {
    runtime: {
      configuration,
      configured,
      hooks,
      host,
      redactor,
      report: (problem) => log.warn(problem.message, { ...problem }),
      registrationOf: (id) => registry.get(id).load(),
    },
    provide(given) {
      capabilities = given;
    },
    plugins: () => registry.all().map(({ record }) => record),
    problems: () => registry.problems(),
    contributions: (kind) => registry.contributions(kind),
    inspect: (hook) => hooks.slot(hook).inspect(),
    hooks: createHostTaps(hooks),
    redact: redactor.text,
    async load(id) {
      if (disposing !== undefined) throw fault("KERNEL_DISPOSED", {});
      const plugin = registry.get(id);
      await plugin.load();
      return plugin.record;
    },
    dispose: () => (disposing ??= dispose()),
  };
}
