// createKernel: puts the rooms together. Data flows one way: sources -> plugins -> hooks -> requests, backends, jobs.

import { dirname, resolve } from "node:path";
import { createInstances } from "./backend/instances.js";
import { createSaveBackend } from "./backend/save-backend.js";
import { activeVariables } from "./config/active-variables.js";
import { configuredSettings } from "./config/configured.js";
import { loadConfiguration } from "./config/load.js";
import { createRedactor } from "./config/redact.js";
import type { ReferenceSource } from "./config/references.js";
import { fault } from "./errors/catalogue.js";
import type { PictorError } from "./errors/define.js";
import { build as buildDrafts } from "./generation/build/build.js";
import { noInteraction } from "./generation/job/interaction.js";
import { graphProblems } from "./generation/validate/validate.js";
import { createJobs } from "./generation/job/jobs.js";
import type { HookHost } from "./hooks/call.js";
import { realClock } from "./hooks/clock.js";
import { Hooks } from "./hooks/hooks.js";
import { createHostTaps } from "./hooks/host-taps.js";
import type { Problem } from "./hooks/types.js";
import { createKeyedLock } from "./keyed-lock.js";
import { createLoggers } from "./log.js";
import type { PluginServices } from "./plugins/context.js";
import { createRegistry } from "./plugins/registry.js";
import { survey } from "./plugins/survey.js";
import type { PluginSource } from "./plugins/types.js";
import { createProfiles, tokenOf } from "./profiles/profiles.js";
import { createSavedProfiles } from "./profiles/saved.js";
import type { AuthSources } from "./request/auth-setting.js";
import { fillRequest } from "./request/fill.js";
import { createNetwork } from "./request/network.js";
import { createVault, namedScope } from "./secrets/vault.js";
import type { Kernel, KernelOptions } from "./types.js";

/**
 * Finds and validates the plugins and wires the rooms. No plugin code runs yet. Does not throw for bad plugins: see
 * `problems()`.
 */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const configuration = options.configuration ?? (await loadConfiguration());
  const { values, directory } = configuration;
  const redactor = createRedactor();
  const loggerFor = createLoggers(redactor, options.log);
  const log = loggerFor();
  const lifetime = new AbortController();
  const host: HookHost = {
    clock: options.clock ?? realClock,
    loggerFor,
    redact: redactor.text,
    attributeStrays: options.attributeStrays ?? false,
  };
  const hooks = new Hooks(host);
  const interaction = options.interaction ?? noInteraction;
  const report = (problem: Problem): void => {
    log.warn(problem.message, { ...problem });
  };

  const partsOf = (id: string) => registry.get(id).parts();
  const vault = createVault({
    store: values.secrets?.store ?? options.defaultSecretStore ?? "memory",
    hide: redactor.remember,
    kinds: () => registry.contributions("secretStores"),
    partsOf,
  });
  const references: ReferenceSource = {
    environment: process.env,
    directory,
    remember: redactor.remember,
    secret: (name) => vault.scope(namedScope).get(name),
    token: (profile) => tokenOf(profile, { sources: auth, partsOf }),
  };
  const configured = {
    references,
    variables: activeVariables(values, references),
    configuredIn: configuration.files.at(-1) ?? "the configuration",
  };
  // One writer of a configuration file at a time. Only a secret store has locks between processes.
  const fileLock = vault.scope("file").exclusively;
  const saved = createSavedProfiles(configuration, vault.scope("profile"), fileLock);
  const auth: AuthSources = {
    ...configured,
    environment: values.environment,
    profiles: saved.profiles,
    fileOf: saved.fileOf,
    schemes: () => registry.contributions("authSchemes"),
    backendsWith: (profile) =>
      Object.entries(values.backends ?? {}).flatMap(([name, { auth: used }]) =>
        used === profile ? [name] : [],
      ),
    scheme: (id) => auth.schemes().find((scheme) => scheme.id === id),
  };
  const network = createNetwork({
    hooks,
    host,
    redactor,
    report,
    ownerOf: (scheme) => auth.scheme(scheme)?.plugin ?? "that contributes it",
    signal: lifetime.signal,
    settings: values.network,
    auth,
  });

  const services: PluginServices = {
    network,
    clock: host.clock,
    loggerFor,
    hide: redactor.remember,
    secretsFor: (id) => vault.scope(`plugin/${id}`),
    backends: { open: (settings, opening) => instances.openKind(settings, opening) },
  };
  const collections = (values.pluginDirectories ?? []).map((path): PluginSource => ({
    kind: "collection",
    path: resolve(directory, path),
  }));
  const found = await survey([...options.sources, ...collections], values.plugins ?? {});
  const registry = createRegistry(found, hooks, {
    services,
    attributeStrays: host.attributeStrays,
    configOf: async (id, schema) => {
      const given = values.plugins?.[id]?.config ?? {};
      return configuredSettings(schema, given, `plugins/${id}/config`, "file", configured);
    },
  });

  const instances = createInstances({
    configuration: values,
    defaults: options.defaultBackends ?? [],
    ...configured,
    signal: lifetime.signal,
    kinds: () => registry.contributions("backends"),
    partsOf,
    logger: log,
    folderOf: (name) => {
      const file = configuration.backendFiles[name];
      return file === undefined ? directory : dirname(file);
    },
    answers: network.answers,
  });

  const saveBackend = createSaveBackend({
    configuration,
    kinds: () => registry.contributions("backends"),
    fileLock,
  });

  const building = {
    hooks,
    host,
    hide: redactor.remember,
    workflows: () => registry.contributions("workflows"),
    features: () => registry.contributions("features"),
    nodeClasses: () => registry.contributions("nodeClasses"),
    extensionsOf: (id: string) => registry.get(id).record.manifest.requires?.extensions ?? [],
  };
  const jobs = createJobs({
    ...building,
    lifetime: lifetime.signal,
    interaction,
    openBackend: instances.open,
    exclusively: createKeyedLock(),
    project: directory,
    directory: (given) => resolve(directory, given ?? values.outputs?.directory ?? "pictures"),
    pluginVersions: () =>
      Object.fromEntries(
        registry
          .all()
          .filter(({ record }) => record.status.state === "ready")
          .map(({ record }) => [record.id, record.manifest.version]),
      ),
  });
  let disposing: Promise<void> | undefined;
  const requireAlive = (): void => {
    if (disposing !== undefined) throw fault("KERNEL_DISPOSED", {});
  };
  const dispose = async (): Promise<void> => {
    await jobs.end();
    lifetime.abort(fault("KERNEL_DISPOSED", {}));
    await instances.close();
    await vault.close();
    await registry.dispose((error: PictorError) => {
      log.error(error.what, { code: error.code });
    });
    await network.close();
  };

  return {
    plugins: () => registry.all().map(({ record }) => record),
    problems: () => registry.problems(),
    contributions: registry.contributions,
    inspect: (hook) => hooks.slot(hook).inspect(),
    hooks: createHostTaps(hooks),
    profiles: createProfiles({ saved, sources: auth, interaction, signal: lifetime.signal, partsOf }),
    secrets: vault.named,
    async send(request, sendOptions) {
      requireAlive();
      return network.send(await fillRequest(request, configured.variables), sendOptions);
    },
    async connect(request, handlers, sendOptions) {
      requireAlive();
      return network.connect(await fillRequest(request, configured.variables), handlers, sendOptions);
    },
    backends: instances.list,
    async saveBackend(name, settings) {
      requireAlive();
      return saveBackend(name, settings);
    },
    async openBackend(name) {
      requireAlive();
      return instances.open(name);
    },
    async build(request) {
      requireAlive();
      const backend = async () => (await instances.open(request.backend)).backend;
      return buildDrafts(request, { ...building, report, backend });
    },
    async validate(request) {
      requireAlive();
      return graphProblems(request, (await instances.open(request.backend)).backend);
    },
    generate(request) {
      requireAlive();
      return jobs.generate(request);
    },
    async submit(request) {
      requireAlive();
      return jobs.submit(request);
    },
    async check(request) {
      requireAlive();
      return jobs.check(request);
    },
    attach(request) {
      requireAlive();
      return jobs.attach(request);
    },
    redact: redactor.text,
    async load(id) {
      requireAlive();
      const plugin = registry.get(id);
      await plugin.parts();
      return plugin.record;
    },
    dispose: () => (disposing ??= dispose()),
  };
}
