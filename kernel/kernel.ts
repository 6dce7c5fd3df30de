// createKernel: puts the rooms together. Data flows one way: sources -> plugins -> hooks -> requests, backends, jobs.

import { resolve } from "node:path";
import { createInstances } from "./backend/instances.js";
import { configuredSettings } from "./config/configured.js";
import { loadConfiguration } from "./config/load.js";
import { createRedactor } from "./config/redact.js";
import type { ReferenceSource } from "./config/references.js";
import { fault } from "./errors/catalogue.js";
import type { PictorError } from "./errors/define.js";
import { build as buildDrafts } from "./generation/build.js";
import { startGeneration, type StartedGeneration } from "./generation/generate.js";
import { noInteraction } from "./generation/interaction.js";
import { createKeyedLock } from "./generation/keyed-lock.js";
import type { JobDependencies } from "./generation/run-job.js";
import type { HookHost } from "./hooks/call.js";
import { realClock } from "./hooks/clock.js";
import { Hooks } from "./hooks/hooks.js";
import { createHostTaps } from "./hooks/host-taps.js";
import { within } from "./hooks/settle.js";
import type { Problem } from "./hooks/types.js";
import { createLoggers } from "./log.js";
import type { PluginServices } from "./plugins/context.js";
import { createRegistry } from "./plugins/registry.js";
import { survey } from "./plugins/survey.js";
import type { PluginSource } from "./plugins/types.js";
import { createNetwork } from "./request/network.js";
import type { Kernel, KernelOptions } from "./types.js";

/** Milliseconds that disposal gives a backend to interrupt what runs. */
const cancelLimitMs = 10_000;
/** Milliseconds that disposal waits for submissions to be withdrawn. */
const withdrawLimitMs = 2_000;

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
  const report = (problem: Problem): void => {
    log.warn(problem.message, { ...problem });
  };

  const references: ReferenceSource = { environment: process.env, directory, remember: redactor.remember };
  const configuredIn = configuration.files.at(-1) ?? "the configuration";
  const network = createNetwork({
    hooks,
    host,
    redactor,
    report,
    ownerOf: (scheme) =>
      registry.contributions("authSchemes").find(({ id }) => id === scheme)?.plugin ?? "that contributes it",
    signal: lifetime.signal,
    auth: {
      profiles: values.profiles ?? {},
      references,
      configuredIn,
      schemes: () => registry.contributions("authSchemes"),
    },
  });

  const services: PluginServices = {
    network,
    loggerFor,
    backends: { open: (settings, opening) => instances.openKind(settings, opening) },
  };
  const collections = (values.pluginDirectories ?? []).map((path): PluginSource => ({
    kind: "collection",
    path: resolve(directory, path),
  }));
  const found = await survey([...options.sources, ...collections], values.plugins ?? {});
  const registry = createRegistry(found, hooks, {
    services,
    clock: host.clock,
    configOf: (id, schema) => {
      const given = values.plugins?.[id]?.config ?? {};
      return configuredSettings(schema, given, `plugins/${id}/config`, "file", { references, configuredIn });
    },
  });

  const instances = createInstances({
    configuration: values,
    defaults: options.defaultBackends ?? [],
    references,
    configuredIn,
    signal: lifetime.signal,
    kinds: () => registry.contributions("backends"),
    partsOf: (id) => registry.get(id).parts(),
    answers: network.answers,
  });

  const building = {
    hooks,
    host,
    workflows: () => registry.contributions("workflows"),
    features: () => registry.contributions("features"),
    nodeClasses: () => registry.contributions("nodeClasses"),
  };
  const behind = new Set<Promise<unknown>>();
  const jobs: JobDependencies = {
    ...building,
    interaction: options.interaction ?? noInteraction,
    openBackend: instances.open,
    exclusively: createKeyedLock(),
    background: (work) => {
      behind.add(work);
      void work.finally(() => behind.delete(work));
    },
    directory: (given) => resolve(directory, given ?? values.outputs?.directory ?? "pictures"),
    pluginVersions: () =>
      Object.fromEntries(
        registry
          .all()
          .filter(({ record }) => record.status.state === "ready")
          .map(({ record }) => [record.id, record.manifest.version]),
      ),
  };
  const running = new Set<StartedGeneration>();
  let disposing: Promise<void> | undefined;
  const requireAlive = (): void => {
    if (disposing !== undefined) throw fault("KERNEL_DISPOSED", {});
  };
  const dispose = async (): Promise<void> => {
    const jobsInFlight = [...running];
    const cancelled = Promise.allSettled(jobsInFlight.map((generation) => generation.cancel()));
    await within(host.clock, cancelLimitMs, cancelled, () => {
      for (const generation of jobsInFlight) generation.abandon();
    });
    await cancelled;
    await within(host.clock, withdrawLimitMs, Promise.allSettled(behind), () => undefined);
    lifetime.abort(fault("KERNEL_DISPOSED", {}));
    await instances.close();
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
    async send(request, sendOptions) {
      requireAlive();
      return network.send(request, sendOptions);
    },
    async connect(request, handlers, sendOptions) {
      requireAlive();
      return network.connect(request, handlers, sendOptions);
    },
    backends: instances.list,
    async openBackend(name) {
      requireAlive();
      return instances.open(name);
    },
    async build(request) {
      requireAlive();
      const backend = async () => (await instances.open(request.backend)).backend;
      return buildDrafts(request, { ...building, report, backend });
    },
    generate(request) {
      requireAlive();
      const generation = startGeneration(request, jobs);
      running.add(generation);
      void generation.result.finally(() => running.delete(generation));
      const { jobId, events, cancel, result } = generation;
      return { jobId, events, cancel, result };
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
