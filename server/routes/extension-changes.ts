// Routes: changes of extensions, as operations. The owner of the operation is asked before foreign code is installed or
// files are deleted.

import type { ExtensionWish } from "@pictor/client";
import { errorToJson } from "@pictor/host";
import { errorOf, type ExtensionSpec } from "@pictor/kernel";
import { withFacet, type OpenedBackend, type OpenedInstance } from "@pictor/features/backends";
import type { ChangePlan, Switch } from "@pictor/features/extensions";
import { inputInvalid } from "@pictor/features/base";
import type { OperationControls } from "../operations/operation-controls.js";
import type { RouteDependencies } from "./dependencies.js";
import { checkBackend, checkedRequest } from "./extensions.js";
import { backendRoute } from "./backend-route.js";

type Opened = OpenedInstance<"extensions">;

/** The code of the changes, which is imported at the first one. */
const changeWork = () => import("@pictor/features/extensions");

const withExtensions = (opened: OpenedBackend): Opened => withFacet(opened, "extensions");

/** `isTyped` is true, because an administrator may name a local folder, as a person at the terminal may. */
const specOf = ({ id, range = "*", commit }: ExtensionWish): ExtensionSpec => ({
  id,
  range,
  isTyped: true,
  ...(commit !== undefined && { commit: commit.toLowerCase() }),
});

interface ChangeOptions {
  readonly confirmed?: boolean;
  readonly restart?: boolean;
}

/**
 * Asks for confirmation, applies the changes, and restarts the server if requested. Throws the first error of a
 * change.
 */
const carryOut = async (
  { pictor }: RouteDependencies,
  controls: OperationControls,
  opened: Opened,
  { changes, notes, question }: ChangePlan,
  { confirmed = false, restart = false }: ChangeOptions,
) => {
  for (const note of notes) controls.note(note);
  if (changes.length === 0) return { outcome: "nothing to do" };
  if (question !== undefined && !(await controls.confirm(question))) return { outcome: "declined" };
  const { applyChanges, restartQuestion } = await changeWork();
  const result = await applyChanges(opened, changes, {
    ...controls,
    say: controls.note,
    failed: (error) => {
      const { what, hint } = errorToJson(errorOf(error), pictor.redact);
      controls.note(`${what} ${hint}`.trim());
    },
    mayRestart: async (jobs) =>
      confirmed ||
      (restart && jobs.length === 0) ||
      controls.ask(restartQuestion(opened.instance.name, jobs)),
  });
  const [failure] = result.failures;
  if (failure !== undefined) throw errorOf(failure);
  const { extensions, restart: restarted, notLoaded } = result;
  return { outcome: "changed", extensions, restart: restarted, notLoaded };
};

/** Plans the wishes of a request and carries the plan out. */
const carryOutWishes =
  (planOf: "planInstall" | "planUpdate") =>
  async (
    controls: OperationControls,
    { opened, specs }: Awaited<ReturnType<typeof openWishes>>,
    { body, deps }: { readonly body: ChangeOptions; readonly deps: RouteDependencies },
  ) => {
    const plan = await (await changeWork())[planOf](opened, specs, controls.signal);
    return carryOut(deps, controls, opened, plan, body);
  };

/** The route that enables, disables or removes extensions. */
const switchRoute = <const Action extends Switch>(action: Action, verb: string, summary: string) =>
  backendRoute(`extensions.${action}`, {
    summary,
    body: "ExtensionSwitchRequest",
    title: ({ name, body }) => `${verb} ${body.ids.join(", ")} on ${name}`,
    open: withExtensions,
    run: async (controls, opened, { body, deps }) => {
      const { planSwitch } = await changeWork();
      const plan = await planSwitch(opened, action, body.ids, controls.signal);
      return carryOut(deps, controls, opened, plan, body);
    },
  });

const refuseGraph = () => inputInvalid("#/graph", "absent: name a workflow", "a graph");

const idsOf = (wishes: readonly ExtensionWish[]): string => wishes.map(({ id }) => id).join(", ");

/** The extensions of a backend, and the requested ones, which are checked before the operation starts. */
async function openWishes(given: OpenedBackend, wishes: readonly ExtensionWish[] = []) {
  const { requireSpecs } = await changeWork();
  const specs = wishes.map(specOf);
  requireSpecs(specs);
  return { opened: withExtensions(given), specs };
}

export const extensionChangeRoutes = {
  installExtensions: backendRoute("extensions.install", {
    summary: "Install extensions, after a question",
    body: "ExtensionInstallRequest",
    title: ({ name, body }) => `Install ${idsOf(body.extensions)} on ${name}`,
    open: (given, { body }) => openWishes(given, body.extensions),
    run: carryOutWishes("planInstall"),
  }),
  updateExtensions: backendRoute("extensions.update", {
    summary: "Update extensions, after a question",
    body: "ExtensionUpdateRequest",
    title: ({ name, body }) =>
      `Update ${body.extensions === undefined ? "all extensions" : idsOf(body.extensions)} on ${name}`,
    open: (given, { body }) => openWishes(given, body.extensions),
    run: carryOutWishes("planUpdate"),
  }),
  enableExtensions: switchRoute("enable", "Enable", "Let the server load extensions again"),
  disableExtensions: switchRoute(
    "disable",
    "Disable",
    "Keep the server from loading extensions; their files stay",
  ),
  removeExtensions: switchRoute("remove", "Remove", "Delete extensions, after a question"),
  installMissingExtensions: backendRoute("extensions.install-missing", {
    summary: "Do what the check asks for, after a question, and check again",
    body: "ExtensionCheckRequest",
    title: ({ name, body }) => `Install what ${body.workflow ?? ""} needs on ${name}`,
    open: async (_given, { name, body, caller, deps }) => {
      const request = await checkedRequest(deps, name, body, caller);
      if ("graph" in request) throw refuseGraph();
      return request;
    },
    run: async ({ signal, interaction }, request, { deps }) => {
      const result = await deps.pictor.check({ ...request, signal, interaction });
      signal.throwIfAborted();
      if ("error" in result) throw result.error;
      const check = await checkBackend(deps, request, signal);
      return { outcome: result.status, check, ...("veto" in result && { veto: result.veto }) };
    },
  }),
  lockExtensions: backendRoute("extensions.lock", {
    summary: "Write the versions that a workflow uses now into the lock file of the project",
    body: "ExtensionCheckRequest",
    title: ({ name }) => `Lock the extensions that are used on ${name}`,
    open: (_given, { name, body, caller, deps }) => checkedRequest(deps, name, body, caller),
    run: async ({ signal }, request, { deps }) => {
      const { lockExtensions } = await changeWork();
      return { ...(await lockExtensions(deps.pictor, request, signal)) };
    },
  }),
} as const;
