// createServices: secrets, processes, requests, profiles, backends and generation on top of one kernel.

import { dirname, resolve } from "node:path";
import {
  noInteraction,
  createKeyedLock,
  fault,
  loadDefaultConfiguration,
  type Capabilities,
  type Kernel,
} from "@pictor/kernel";
import { changeConfiguration, configurationLock, forgetPreference } from "./change-configuration.js";
import { createChosenEnvironment } from "./configuration/chosen-environment.js";
import { createConfiguredEntries } from "./configuration/configured-entries.js";
import { openApi } from "./apis/open-api.js";
import { createInstances } from "./backends/instances.js";
import { createSaveEnvironment } from "./configuration/save-environment.js";
import { writeEntry } from "./configuration/write-entry.js";
import { createSaveBackend, withSchemes } from "./backends/save-backend.js";
import { build } from "./generation/build/build-drafts.js";
import { createJobs } from "./generation/job/jobs.js";
import { refusedGeneration } from "./generation/job/refused-generation.js";
import { validateGraphRequest } from "./generation/validate/validate-drafts.js";
import { createProfiles, issueToken } from "./profiles/profiles.js";
import { createSavedProfiles } from "./profiles/saved-profiles.js";
import { createProvided } from "./provided/provided.js";
import type { AuthSources } from "./requests/auth-setting.js";
import { createPluginFiles } from "./files/plugin-files.js";
import { fillRequest } from "./requests/fill-request.js";
import { userAgent } from "./user-agent.js";
import { createCookieJars } from "./requests/cookie-jars.js";
import { createNetwork, networkOfPlugins } from "./requests/network.js";
import { createVault, secretScope } from "./secrets/vault.js";
import type { Services, ServicesView, ServicesOptions } from "./types.js";
import { loadRunner } from "./processes/load-runner.js";

/**
 * Creates the services of `kernel`, and provides the capabilities that plugins receive by permission. Nothing is opened,
 * sent or imported yet.
 */
export function createServices(kernel: Kernel, options: ServicesOptions): Services {
  const { configuration, configured, hooks, host, redactor, report, registrationOf } = kernel.runtime;
  const { values, directory } = configuration;
  const { contributions } = kernel;
  const interaction = options.interaction ?? noInteraction;
  const lifetime = new AbortController();
  const { signal } = lifetime;

  const provided = createProvided({
    host,
    registrationOf,
    folderOf: (plugin) => {
      const origin = kernel.plugins().find(({ id }) => id === plugin)?.origin;
      return origin === "inline" ? undefined : origin;
    },
    report,
  });
  const vault = createVault({
    store: values.secrets?.store ?? options.defaultSecretStore ?? "memory",
    hide: redactor.addSecret,
    kinds: () => contributions("secretStores"),
    provided,
  });
  const fileLock = configurationLock;
  const saved = createSavedProfiles(configuration, vault.scope("profile"), fileLock);
  const configuredBackends = createConfiguredEntries("backends", configuration);
  const environments = createConfiguredEntries("environments", configuration);
  const environment = createChosenEnvironment(values.environment, environments.entries, configured);
  const saveEnvironment = createSaveEnvironment({ configuration, configured: environments, fileLock });
  const configuredJars = createConfiguredEntries("cookieJars", configuration);
  const jars = createCookieJars({
    environment: () => environment.name,
    isOn: configuredJars.entries,
    environments: environments.entries,
    saveIsOn: (jar, isOn) =>
      writeEntry("cookieJars", jar, isOn, { configuration, configured: configuredJars, fileLock }),
    secrets: vault.scope("cookies"),
    redactor,
  });
  const settings = { ...configured, variables: environment.variables };
  const auth: AuthSources = {
    ...settings,
    get environment() {
      return environment.name;
    },
    profiles: saved.profiles,
    fileOf: saved.fileOf,
    schemes: () => contributions("authSchemes"),
    backendsWith: (profile) =>
      [...configuredBackends.entries].flatMap(([name, { auth: used }]) => (used === profile ? [name] : [])),
    scheme: (id) => auth.schemes().find((scheme) => scheme.id === id),
  };
  const network = createNetwork({
    hooks,
    host,
    redactor,
    report,
    signal,
    settings: values.network,
    auth,
    userAgent: userAgent(),
    trustedFingerprint: async (origin) => (await configuration.certificates?.trusted())?.[origin],
    jars,
  });
  const instances = createInstances({
    entries: configuredBackends.entries,
    preferred: values.backend,
    defaults: options.defaultBackends ?? [],
    ...settings,
    signal,
    kinds: () => contributions("backends"),
    provided,
    logger: host.loggerFor(),
    loggerFor: host.loggerFor,
    folderOf: (name) => {
      const file = configuredBackends.fileOf(name);
      return file === undefined ? directory : dirname(file);
    },
    probe: network.probe,
  });
  const saveBackend = createSaveBackend({
    configuration,
    configured: configuredBackends,
    changed: instances.reset,
    kinds: () => contributions("backends"),
    fileLock,
  });
  const building = {
    hooks,
    host,
    hide: redactor.addSecret,
    workflows: () => contributions("workflows"),
    features: () => contributions("features"),
    nodeClasses: () => contributions("nodeClasses"),
    // A configuration from code may lack the section, or some of its members.
    limits: async () => ({ ...(await loadDefaultConfiguration()).limits, ...values.limits }),
    extensionsOf: (id: string) =>
      kernel.plugins().find((record) => record.id === id)?.manifest.requires?.extensions ?? [],
  };
  const jobs = createJobs({
    ...building,
    lifetime: signal,
    interaction,
    backendKinds: () => contributions("backends"),
    openBackend: instances.open,
    exclusively: createKeyedLock(),
    project: directory,
    ...(configuration.fileSaved !== undefined && { fileSaved: configuration.fileSaved }),
    directory: (given) => resolve(directory, given ?? values.outputs?.directory ?? "outputs"),
    pluginVersions: () =>
      Object.fromEntries(
        kernel
          .plugins()
          .filter(({ status }) => status.state === "ready")
          .map(({ id, manifest }) => [id, manifest.version]),
      ),
  });

  const capabilities: Capabilities = {
    network: networkOfPlugins(network),
    backends: {
      open: (settings, opening) => instances.openKind(settings, opening),
      openInstance: (name, from) => instances.openFor(name, from),
    },
    secretsFor: (plugin) => vault.scope(`plugin/${plugin}`),
    createFiles: createPluginFiles,
    createRunner: (plugin) => loadRunner({ clock: host.clock, logger: host.loggerFor(plugin) }),
    secret: (name) => vault.scope(secretScope).get(name),
    token: (profile) => issueToken(profile, { sources: auth, provided }),
  };
  kernel.provide(capabilities);

  let isEnding = false;
  const requireAlive = (): void => {
    if (isEnding) throw fault("KERNEL_DISPOSED", {});
  };
  /** Makes a call reject with `KERNEL_DISPOSED` after `end`. */
  const whileAlive =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      requireAlive();
      return call(...args);
    };
  const view: ServicesView = {
    profiles: createProfiles({ saved, sources: auth, interaction, signal, provided }),
    secrets: vault.named,
    environment: () => environment.name,
    chooseEnvironment: environment.choose,
    environments: () => Object.fromEntries(environments.entries),
    saveEnvironment: whileAlive(async (name, variables) => {
      const file = await saveEnvironment(name, variables);
      if (variables === undefined) await jars.remove(name);
      // Without its environment, no request could be sent.
      if (environment.name === name && !environments.entries.has(name)) environment.choose(undefined);
      return file;
    }),
    cookies: jars,
    checkCertificate: whileAlive(network.checkCertificate),
    send: whileAlive(async (request, sendOptions) =>
      network.send(await fillRequest(request, environment.variables), sendOptions),
    ),
    connect: whileAlive(async (request, handlers, sendOptions) =>
      network.connect(await fillRequest(request, environment.variables), handlers, sendOptions),
    ),
    backends: instances.list,
    backendSettings: instances.settingsOf,
    saveBackend: whileAlive(async (name, settings) => {
      const file = await saveBackend(name, settings);
      if (!settings && instances.forget(name)) await forgetPreference(name, file, configuration.writesTo);
      return file;
    }),
    testBackend: whileAlive((given, testing) =>
      instances.test(withSchemes(given, contributions("backends")), testing),
    ),
    chooseBackend: whileAlive(async (name) => {
      // Throws for an unknown name.
      instances.settingsOf(name);
      const file = configuration.writesTo;
      await changeConfiguration(file, (layer) => ({ ...layer, backend: name }));
      instances.prefer(name);
      return file;
    }),
    openBackend: whileAlive(instances.open),
    openedBackends: instances.opened,
    openApi: whileAlive((id) => openApi(id, contributions("apis"), registrationOf)),
    build: whileAlive((request) => {
      const backend = async () => (await instances.open(request.backend)).backend;
      return build(request, { ...building, report: request.report ?? report, backend });
    }),
    validate: whileAlive(async (request) =>
      validateGraphRequest(request, (await instances.open(request.backend)).backend),
    ),
    generate: (request) =>
      isEnding ? refusedGeneration(fault("KERNEL_DISPOSED", {})) : jobs.generate(request),
    submit: whileAlive(jobs.submit),
    check: whileAlive(jobs.check),
    attach: (request) => (isEnding ? refusedGeneration(fault("KERNEL_DISPOSED", {})) : jobs.attach(request)),
  };
  return {
    view,
    async end() {
      isEnding = true;
      await jobs.end();
      lifetime.abort(fault("KERNEL_DISPOSED", {}));
      await instances.close();
      await vault.close();
    },
    close: () => network.close(),
  };
}
