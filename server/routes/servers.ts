// Routes: installing, starting and stopping the servers of backends, as operations.

import type { InstallStep } from "@pictor/client";
import { plainRecord } from "@pictor/host/records";
import type { PromptSummary } from "@pictor/kernel";
import type { OperationControls } from "../operations/operation-controls.js";
import type { RouteDependencies } from "./dependencies.js";
import { ok } from "@pictor/features/base";
import { backendRoute } from "./backend-route.js";
import { route } from "./route.js";
import {
  installQuestion,
  lossQuestion,
  missingPackage,
  openRequestedFacet,
  packageQuestion,
  pendingSteps,
  problemOf,
  requireOperation,
  restartServer,
  startServer,
  stopServer,
  updateServer,
  withFacet,
  type OpenedBackend,
  type OpenedInstance,
} from "@pictor/features/backends";

type Installable = OpenedInstance<"installation">;

const jobLine = ({ promptId, state, record }: PromptSummary): string => {
  const workflow = record?.["workflow"];
  return `${promptId} ${state}${typeof workflow === "string" ? ` (${workflow})` : ""}`;
};

/** Controls that ask whether jobs may be lost, and list them below the question. */
const mayLose = (controls: OperationControls, verb: string, server: string) => ({
  ...controls,
  mayLose: (jobs: readonly PromptSummary[]): Promise<boolean> =>
    controls.confirm({ ...lossQuestion(verb, server, jobs), detail: jobs.map(jobLine) }),
});

const lifecycle = (opened: OpenedBackend) => withFacet(opened, "lifecycle");

/** Opens the lifecycle of an instance that has the operation. */
const able = (operation: "start" | "stop", participle: string) => (given: OpenedBackend) => {
  const opened = lifecycle(given);
  requireOperation(opened.facet[operation], opened.instance, participle);
  return opened;
};

const installation = (opened: OpenedBackend) => withFacet(opened, "installation");

/**
 * Installs the server. If the server then lacks a Python package, a person is asked, and the installation continues
 * with the package.
 */
const install = async (
  deps: RouteDependencies,
  controls: OperationControls,
  { instance: { name }, facet }: Installable,
): Promise<void> => {
  const { pictor } = deps;
  try {
    await controls.withSteps((options) => facet.install(options));
  } catch (error) {
    const offer = missingPackage(error, pictor.backendSettings(name));
    controls.signal.throwIfAborted();
    if (offer === undefined) throw error;
    // The name of the package comes from the code of ComfyUI or of an extension, so a confirmation in the request
    // does not cover it.
    if (!(await controls.ask(packageQuestion(name, offer.name)))) throw error;
    await pictor.saveBackend(name, offer.settings);
    await install(deps, controls, installation(await pictor.openBackend(name)));
  }
};

export const serverRoutes = {
  readInstallPlan: route("GET /v1/backends/{name}/install-plan", {
    scope: "admin",
    group: "servers",
    summary: "The steps of a backend's installation, done and pending",
    replies: ok("InstallPlan", "The steps"),
  }).handle(async ({ params: { name }, signal }, deps) => {
    const { pictor } = deps;
    const { facet } = await openRequestedFacet(pictor, name, "installation");
    const plan = await facet.plan({ signal });
    return {
      steps: plan.map((step) => plainRecord({ ...step }, pictor.redact) as InstallStep),
      isComplete: pendingSteps(plan).length === 0,
      ...(facet.logFile !== undefined && { logFile: facet.logFile }),
    };
  }),
  installBackend: backendRoute("backend.install", {
    summary: "Install the server of a backend; finished steps are kept after a failure",
    body: "ConfirmedRequest",
    title: ({ name }) => `Install ${name}`,
    open: installation,
    run: async (controls, opened, { name, deps }) => {
      const plan = await opened.facet.plan({ signal: controls.signal });
      const problem = problemOf(plan);
      if (problem !== undefined) throw problem;
      const pending = pendingSteps(plan);
      if (pending.length === 0) return { outcome: "installed already" };
      const question = { ...installQuestion(name), detail: pending.map((step) => step.title) };
      if (!(await controls.confirm(question))) return { outcome: "declined" };
      await install(deps, controls, opened);
      return { outcome: "installed" };
    },
  }),
  startBackend: backendRoute("backend.start", {
    summary: "Start the server of a backend",
    body: "StartRequest",
    title: ({ name }) => `Start ${name}`,
    open: able("start", "started"),
    run: async (controls, opened, { body: { keep = true } }) => {
      const outcome = await startServer(opened, controls, keep);
      return { outcome, server: await opened.facet.state({ signal: controls.signal }) };
    },
  }),
  stopBackend: backendRoute("backend.stop", {
    summary: "Stop the server of a backend, whoever has started it",
    body: "ConfirmedRequest",
    title: ({ name }) => `Stop ${name}`,
    open: able("stop", "stopped"),
    run: async (controls, opened, { name }) => {
      const outcome = await stopServer(opened, mayLose(controls, "Stop", name));
      return { outcome, server: await opened.facet.state({ signal: controls.signal }) };
    },
  }),
  restartBackend: backendRoute("backend.restart", {
    summary: "Restart the server of a backend, or start it if it is stopped",
    body: "ConfirmedRequest",
    title: ({ name }) => `Restart ${name}`,
    open: lifecycle,
    run: async (controls, opened, { name }) => {
      const asking = mayLose(controls, "Restart", name);
      const outcome = await restartServer(opened, asking, "Requested over the local API.");
      return { outcome, server: await opened.facet.state({ signal: controls.signal }) };
    },
  }),
  updateBackend: backendRoute("backend.update", {
    summary: "Change the version of ComfyUI; the old one is restored if the new one does not start",
    body: "UpdateRequest",
    title: ({ name }) => `Update ${name}`,
    open: installation,
    run: async (controls, opened, { name, body: { to } }) => {
      const update = await updateServer(opened, mayLose(controls, "Update", name), to);
      if (update === undefined) return { outcome: "declined" };
      return { outcome: update.from === update.to ? "up to date" : "updated", ...update };
    },
  }),
} as const;
