// Creates the parts of the services, each from those below it: secrets, what is configured, requests, backends, jobs.

import { dirname } from "node:path";
import {
  noInteraction,
  createKeyedLock,
  loadDefaultConfiguration,
  configuredBy,
  type Kernel,
  type SettingsSource,
} from "@pictor/kernel";
import { configurationLock as fileLock } from "./change-configuration.js";
import { createChosenEnvironment, type ChosenEnvironment } from "./configuration/chosen-environment.js";
import {
  createConfiguredEntries,
  type ConfiguredEntries,
  type EntryOf,
} from "./configuration/configured-entries.js";
import { outputDirectory } from "./configuration/output-directory.js";
import { writeEntry } from "./configuration/write-entry.js";
import { Instances } from "./backends/instances.js";
import type { BuildDependencies } from "./generation/build/build-dependencies.js";
import { Jobs } from "./generation/job/jobs.js";
import { createSavedProfiles, type SavedProfiles } from "./profiles/saved-profiles.js";
import { createProvided, type Provided } from "./provided/provided.js";
import type { AuthSources } from "./requests/auth-setting.js";
import { userAgent } from "./user-agent.js";
import { createCookieJars, type RequestJars } from "./requests/cookie-jars.js";
import { createNetwork, type ServiceNetwork } from "./requests/network.js";
import { Vault } from "./secrets/vault.js";
import type { ServicesOptions } from "./types.js";

function openVault(kernel: Kernel, provided: Provided, { defaultSecretStore }: ServicesOptions): Vault {
  const { configuration, redactor } = kernel.runtime;
  const store = configuration.values.secrets?.store ?? defaultSecretStore ?? "memory";
  return new Vault(store, () => kernel.contributions("secretStores"), provided, redactor.addSecret);
}

/** The sections of the configuration whose entries change while the kernel runs. */
export interface Configured {
  readonly profiles: SavedProfiles;
  readonly backends: ConfiguredEntries<EntryOf<"backends">>;
  readonly cookieJars: ConfiguredEntries<EntryOf<"cookieJars">>;
  readonly environments: ConfiguredEntries<EntryOf<"environments">>;
  readonly environment: ChosenEnvironment;
  /** How configured values become settings, by the variables of the active environment. */
  readonly settings: SettingsSource;
}

function readConfigured({ runtime }: Kernel, vault: Vault): Configured {
  const { configuration, configured } = runtime;
  const environments = createConfiguredEntries("environments", configuration);
  const active = { name: configuration.values.environment, from: configuredBy(configuration, "environment") };
  const environment = createChosenEnvironment(active, environments.entries, configured);
  return {
    profiles: createSavedProfiles(configuration, vault.scope("profile"), fileLock),
    backends: createConfiguredEntries("backends", configuration),
    cookieJars: createConfiguredEntries("cookieJars", configuration),
    environments,
    environment,
    settings: { ...configured, variables: environment.variables },
  };
}

function createAuthSources(
  kernel: Kernel,
  { settings, environment, profiles, backends }: Configured,
): AuthSources {
  const schemes = () => kernel.contributions("authSchemes");
  const sources: AuthSources = {
    ...settings,
    get environment() {
      return environment.name;
    },
    profiles: profiles.profiles,
    fileOf: profiles.fileOf,
    schemes,
    backendsWith: (profile) =>
      [...backends.entries].flatMap(([name, { auth }]) => (auth === profile ? [name] : [])),
    scheme: (id) => schemes().find((scheme) => scheme.id === id),
  };
  return sources;
}

function createJars({ runtime }: Kernel, vault: Vault, configured: Configured): RequestJars {
  const { configuration, redactor } = runtime;
  const { environment, environments, cookieJars } = configured;
  return createCookieJars({
    environment: () => environment.name,
    isOn: cookieJars.entries,
    environments: environments.entries,
    saveIsOn: (jar, isOn) =>
      writeEntry("cookieJars", jar, isOn, { configuration, configured: cookieJars, fileLock }),
    secrets: vault.scope("cookies"),
    redactor,
  });
}

function createInstances(
  kernel: Kernel,
  { backends, settings }: Configured,
  provided: Provided,
  network: ServiceNetwork,
  signal: AbortSignal,
  { defaultBackends = [] }: ServicesOptions,
): Instances {
  const { configuration, host } = kernel.runtime;
  return new Instances({
    ...settings,
    entries: backends.entries,
    preferred: { name: configuration.values.backend, from: configuredBy(configuration, "backend") },
    defaults: defaultBackends,
    signal,
    kinds: () => kernel.contributions("backends"),
    provided,
    logger: host.loggerFor(),
    loggerFor: host.loggerFor,
    folderOf: (name) => {
      const file = backends.fileOf(name);
      return file === undefined ? configuration.directory : dirname(file);
    },
    probe: (url) => network.probe(url),
  });
}

function createBuildParts(kernel: Kernel): BuildDependencies {
  const { configuration, hooks, host, redactor } = kernel.runtime;
  return {
    hooks,
    host,
    hide: redactor.addSecret,
    workflows: () => kernel.contributions("workflows"),
    features: () => kernel.contributions("features"),
    nodeClasses: () => kernel.contributions("nodeClasses"),
    // A configuration from code may lack the section, or some of its members.
    limits: async () => ({ ...(await loadDefaultConfiguration()).limits, ...configuration.values.limits }),
    extensionsOf: (id) =>
      kernel.plugins().find((record) => record.id === id)?.manifest.requires?.extensions ?? [],
  };
}

function createJobsOf(
  kernel: Kernel,
  building: BuildDependencies,
  instances: Instances,
  lifetime: AbortSignal,
  { interaction = noInteraction, tracing }: ServicesOptions,
): Jobs {
  const { configuration } = kernel.runtime;
  const { directory, fileSaved } = configuration;
  return new Jobs({
    ...building,
    lifetime,
    interaction,
    backendKinds: () => kernel.contributions("backends"),
    openBackend: (name) => instances.open(name),
    exclusively: createKeyedLock(),
    project: directory,
    ...(fileSaved !== undefined && { fileSaved }),
    ...(tracing !== undefined && { tracing }),
    directory: (given) => outputDirectory(configuration, given),
    pluginVersions: () => {
      const ready = kernel.plugins().filter(({ status }) => status.state === "ready");
      return Object.fromEntries(ready.map(({ id, manifest }) => [id, manifest.version]));
    },
  });
}

/** The parts of the services of one kernel. */
export interface ServiceParts {
  readonly kernel: Kernel;
  readonly provided: Provided;
  readonly vault: Vault;
  readonly configured: Configured;
  readonly auth: AuthSources;
  readonly jars: RequestJars;
  readonly network: ServiceNetwork;
  readonly instances: Instances;
  readonly building: BuildDependencies;
  readonly jobs: Jobs;
  /** Aborted when the jobs have ended. */
  readonly lifetime: AbortSignal;
}

/** Creates the parts of the services of `kernel`. `lifetime` is aborted when the jobs have ended. */
export function connectServices(
  kernel: Kernel,
  options: ServicesOptions,
  lifetime: AbortSignal,
): ServiceParts {
  const { configuration, hooks, host, redactor, report } = kernel.runtime;
  const provided = createProvided(kernel);
  const vault = openVault(kernel, provided, options);
  const configured = readConfigured(kernel, vault);
  const auth = createAuthSources(kernel, configured);
  const jars = createJars(kernel, vault, configured);
  const sources = { hooks, host, redactor, report, auth, userAgent: userAgent() };
  const network = createNetwork(sources, {
    signal: lifetime,
    settings: configuration.values.network,
    trustedFingerprint: async (origin) => (await configuration.certificates?.trusted())?.[origin],
    jars,
  });
  const instances = createInstances(kernel, configured, provided, network, lifetime, options);
  const building = createBuildParts(kernel);
  const jobs = createJobsOf(kernel, building, instances, lifetime, options);
  return { kernel, provided, vault, configured, auth, jars, network, instances, building, jobs, lifetime };
}
