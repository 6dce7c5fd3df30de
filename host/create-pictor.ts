// createPictor: kernel, services and plugins, connected. The command, tests and embedders use it.

import { createKernel, requireShape, withoutUndefined, anything, exactly } from "@pictor/kernel";
import { builtinSources, defaultBackends } from "./builtins.js";
import { useCompiledSettings } from "./compiled-settings.js";
import { keepValidated, withValidatedManifests } from "./validated-manifests.js";
import { loadPictorConfiguration } from "./load-configuration.js";
import { importModuleBeside } from "./plugin-modules/import-plugin-module.js";
import type { Pictor, PictorOptions } from "./types.js";

useCompiledSettings();

const someOptions = exactly<PictorOptions>({
  configuration: anything,
  plugins: anything,
  builtins: anything,
  trust: anything,
  interaction: anything,
  defaultBackends: anything,
  defaultSecretStore: anything,
  tracing: anything,
  log: anything,
  clock: anything,
  attributeRejections: anything,
  importModule: anything,
});

/**
 * Reads the configuration unless it is given, finds and validates the plugins, and connects kernel and services. No plugin
 * code runs yet, and no connection is opened. Invalid plugins do not make this function reject: see `problems()`.
 * Rejects as `loadPictorConfiguration`, and with `SETTINGS_INVALID` for an unknown option.
 */
export async function createPictor(options: PictorOptions = {}): Promise<Pictor> {
  requireShape("the options of createPictor", options, someOptions);
  const {
    builtins = "all",
    plugins = [],
    log,
    clock,
    attributeRejections,
    importModule,
    trust,
    ...given
  } = options;
  const configuration =
    options.configuration ??
    (await loadPictorConfiguration(withoutUndefined({ trust, interaction: options.interaction })));
  const own = builtins === "all" ? builtinSources() : [];
  const validated = withValidatedManifests(own);
  const kernel = await createKernel({
    configuration,
    sources: [...validated, ...plugins],
    ...withoutUndefined({ log, clock, attributeRejections }),
    importModule: importModule ?? importModuleBeside(own),
  });
  keepValidated(validated, kernel);
  // The services are imported here, because help and most other commands need none.
  const { createServices, loadTracing } = await import("@pictor/services");
  const tracing = await loadTracing();
  const services = createServices(kernel, {
    ...(builtins === "all" && { defaultBackends: defaultBackends(), defaultSecretStore: "file" }),
    ...(tracing !== undefined && { tracing }),
    ...given,
  });
  const dispose = async (): Promise<void> => {
    await services.end();
    await kernel.dispose();
    await services.close();
  };
  let disposing: Promise<void> | undefined;
  const { runtime: _runtime, provide: _provide, ...view } = kernel;
  return { ...view, ...services.view, configuration, dispose: () => (disposing ??= dispose()) };
}
