// The view of the services for hosts, and its end.

import {
  fault,
  noInteraction,
  requireShape,
  resolveReferences,
  shapeFault,
  type Check,
  type EarlierJob,
  type Generation,
} from "@pictor/kernel";
import {
  changeConfiguration,
  configurationLock as fileLock,
  forgetPreference,
} from "./change-configuration.js";
import { outputDirectory } from "./configuration/output-directory.js";
import { createSaveEnvironment } from "./configuration/save-environment.js";
import { openApi } from "./apis/open-api.js";
import { createSaveBackend, withSchemes } from "./backends/save-backend.js";
import type { ServiceParts } from "./connect-services.js";
import { Builder } from "./generation/build/build-drafts.js";
import { refusedGeneration } from "./generation/job/refused-generation.js";
import { validateGraphRequest } from "./generation/validate/validate-drafts.js";
import { ConfiguredProfiles } from "./profiles/profiles.js";
import { SchemeActions } from "./profiles/scheme-actions.js";
import {
  aBuildRequest,
  aGenerateRequest,
  anAttachRequest,
  aSubmitRequest,
  aValidateRequest,
} from "./request-shapes.js";
import { fillRequest } from "./requests/fill-request.js";
import { requireConnectInput, requireSendInput } from "./requests/input-shapes.js";
import type { ServicesOptions, ServicesView } from "./types.js";

/** Until when the services can be called. */
export class Life {
  #isEnding = false;

  end(): void {
    this.#isEnding = true;
  }

  /** Makes a call reject with `KERNEL_DISPOSED` after `end`. */
  whileAlive<Args extends readonly unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return async (...args) => {
      if (this.#isEnding) throw fault("KERNEL_DISPOSED", {});
      return call(...args);
    };
  }

  /** As `whileAlive`. The call also rejects with `SETTINGS_INVALID` for a request of another shape. */
  checked<Request, Result>(
    shape: Check,
    call: (request: Request) => Promise<Result>,
  ): (request: Request) => Promise<Result> {
    return this.whileAlive((request) => {
      requireShape("the request", request, shape);
      return call(request);
    });
  }

  /**
   * Makes a generation after `end` one that has failed with `KERNEL_DISPOSED`, and one with a request of another shape
   * one that has failed with `SETTINGS_INVALID`.
   */
  startWhileAlive<Request extends { readonly continues?: EarlierJob }>(
    shape: Check,
    start: (request: Request) => Generation,
  ): (request: Request) => Generation {
    return (request) => {
      const refusal = this.#isEnding
        ? fault("KERNEL_DISPOSED", {})
        : shapeFault("the request", request, shape);
      return refusal === undefined ? start(request) : refusedGeneration(refusal, request.continues);
    };
  }
}

/** Members of the view. */
type Members = Partial<ServicesView>;

function profilesView(parts: ServiceParts, { interaction = noInteraction }: ServicesOptions) {
  const { configured, auth: sources, lifetime: signal, provided, vault } = parts;
  const saved = configured.profiles;
  return {
    profiles: new ConfiguredProfiles(saved, new SchemeActions(sources, provided, interaction, signal)),
    secrets: vault.named,
  } satisfies Members;
}

function environmentsView(
  { kernel, configured: { environment, environments, settings }, jars }: ServiceParts,
  life: Life,
) {
  const { configuration } = kernel.runtime;
  const save = createSaveEnvironment({ configuration, configured: environments, fileLock });
  return {
    environment: () => environment.name,
    chooseEnvironment: environment.choose,
    environments: () => Object.fromEntries(environments.entries),
    resolveReferences: life.whileAlive((value, where) =>
      resolveReferences(value, settings.references, where),
    ),
    saveEnvironment: life.whileAlive(async (name, variables) => {
      const file = await save(name, variables);
      if (variables === undefined) await jars.remove(name);
      // Without its environment, no request could be sent.
      if (environment.name === name && !environments.entries.has(name)) environment.choose(undefined);
      return file;
    }),
  } satisfies Members;
}

function requestsView({ configured: { environment }, network, jars }: ServiceParts, life: Life) {
  return {
    cookies: jars,
    checkCertificate: life.whileAlive((origin) => network.checkCertificate(origin)),
    send: life.whileAlive(async (request, options) => {
      requireSendInput(request, options);
      return network.send(await fillRequest(request, environment.variables), options);
    }),
    connect: life.whileAlive(async (request, handlers, options) => {
      requireConnectInput(request, options);
      return network.connect(await fillRequest(request, environment.variables), handlers, options);
    }),
  } satisfies Members;
}

function backendsView({ kernel, configured, instances }: ServiceParts, life: Life) {
  const { configuration } = kernel.runtime;
  const kinds = () => kernel.contributions("backends");
  const changed = (name: string) => instances.reset(name);
  const save = createSaveBackend({
    configuration,
    configured: configured.backends,
    changed,
    kinds,
    fileLock,
  });
  return {
    backends: () => instances.list(),
    backendSettings: (name) => instances.settingsOf(name),
    saveBackend: life.whileAlive(async (name, settings) => {
      const file = await save(name, settings);
      if (!settings && instances.forget(name)) await forgetPreference(name, file, configuration.writesTo);
      return file;
    }),
    testBackend: life.whileAlive((given, signal) => instances.test(withSchemes(given, kinds()), signal)),
    chooseBackend: life.whileAlive(async (name) => {
      // Throws for an unknown name.
      instances.settingsOf(name);
      const file = configuration.writesTo;
      await changeConfiguration(file, (layer) => ({ ...layer, backend: name }));
      instances.prefer(name);
      return file;
    }),
    openBackend: life.whileAlive((name) => instances.open(name)),
    openedBackends: () => instances.opened(),
  } satisfies Members;
}

function generationView({ kernel, building, instances, jobs }: ServiceParts, life: Life) {
  return {
    outputDirectory: () => outputDirectory(kernel.runtime.configuration),
    build: life.checked(aBuildRequest, (request) => {
      const backend = async () => (await instances.open(request.backend)).backend;
      const report = request.report ?? kernel.runtime.report;
      return new Builder(request, building, { report, backend }).build();
    }),
    validate: life.checked(aValidateRequest, async (request) =>
      validateGraphRequest(request, (await instances.open(request.backend)).backend),
    ),
    generate: life.startWhileAlive(aGenerateRequest, (request) => jobs.generate(request)),
    submit: life.checked(aSubmitRequest, (request) => jobs.submit(request)),
    check: life.checked(aGenerateRequest, (request) => jobs.check(request)),
    attach: life.startWhileAlive(anAttachRequest, (request) => jobs.attach(request)),
  } satisfies Members;
}

/** The view of the services until `life` ends. */
export function servicesView(parts: ServiceParts, options: ServicesOptions, life: Life): ServicesView {
  const { contributions, runtime } = parts.kernel;
  return {
    ...profilesView(parts, options),
    ...environmentsView(parts, life),
    ...requestsView(parts, life),
    ...backendsView(parts, life),
    ...generationView(parts, life),
    openApi: life.whileAlive((id) => openApi(id, contributions("apis"), runtime.registrationOf)),
  };
}
