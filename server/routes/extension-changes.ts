// Routes: changes of extensions, as operations. The owner of the operation is asked before foreign code is installed or
// files are deleted.

import type { ExtensionWish } from "@pictor/client";
import { errorToJson } from "@pictor/host";
import { errorOf, type ExtensionSpec } from "@pictor/kernel";
import { withFacet, type OpenedBackend, type OpenedInstance } from "@pictor/features/backends";
import type { ChangePlan, Switch } from "@pictor/features/extensions";
import { inputInvalid, accepted } from "@pictor/features/base";
import type { OperationControls } from "../operations/operation-controls.js";
import type { RouteDependencies } from "./dependencies.js";
import { route } from "./route.js";
import { checkBackend, checkedRequest } from "./extensions.js";
import { startBackendOperation } from "./backend-operation.js";

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
  const { applyChanges } = await changeWork();
  const result = await applyChanges(opened, changes, {
    ...controls,
    say: controls.note,
    failed: (error) => {
      const { what, hint } = errorToJson(errorOf(error), pictor.redact);
      controls.note(`${what} ${hint}`.trim());
    },
    mayRestart: async (jobs) => {
      if (confirmed || (restart && jobs.length === 0)) return true;
      const title = `Restart ${opened.instance.name} now, so that the change takes effect?`;
      const lost =
        jobs.length === 1 ? "1 job on it would be lost." : `${jobs.length} jobs on it would be lost.`;
      return controls.ask({
        title,
        detail: jobs.length === 0 ? [] : [lost],
        choice: "restart",
        safeChoice: "later",
      });
    },
  });
  const [failure] = result.failures;
  if (failure !== undefined) throw errorOf(failure);
  const { extensions, restart: restarted, notLoaded } = result;
  return { outcome: "changed", extensions, restart: restarted, notLoaded };
};

/** The route that enables, disables or removes extensions. */
const switchRoute = (action: Switch, verb: string, summary: string) =>
  route({
    method: "POST",
    path: `/v1/backends/{name}/extensions/${action}`,
    scope: "admin",
    group: "extensions",
    summary,
    body: "ExtensionSwitchRequest",
    replies: accepted,
  }).handle(({ params: { name }, body, caller }, deps) =>
    startBackendOperation(deps, name, {
      kind: `extensions.${action}`,
      title: `${verb} ${body.ids.join(", ")} on ${name}`,
      caller,
      isConfirmed: body.confirmed,
      open: withExtensions,
      run: async (controls, opened) => {
        const { planSwitch } = await changeWork();
        const plan = await planSwitch(opened, action, body.ids, controls.signal);
        return carryOut(deps, controls, opened, plan, body);
      },
    }),
  );

const refuseGraph = () => inputInvalid("#/graph", "absent: name a workflow", "a graph");

const idsOf = (wishes: readonly ExtensionWish[]): string => wishes.map(({ id }) => id).join(", ");

export const extensionChangeRoutes = {
  installExtensions: route({
    method: "POST",
    path: "/v1/backends/{name}/extensions/install",
    scope: "admin",
    group: "extensions",
    summary: "Install extensions, after a question",
    body: "ExtensionInstallRequest",
    replies: accepted,
  }).handle(({ params: { name }, body, caller }, deps) =>
    startBackendOperation(deps, name, {
      kind: "extensions.install",
      title: `Install ${idsOf(body.extensions)} on ${name}`,
      caller,
      isConfirmed: body.confirmed,
      open: async (opened) => {
        const { requireSpecs } = await changeWork();
        requireSpecs(body.extensions.map(specOf));
        return withExtensions(opened);
      },
      run: async (controls, opened) => {
        const { planInstall } = await changeWork();
        const plan = await planInstall(opened, body.extensions.map(specOf), controls.signal);
        return carryOut(deps, controls, opened, plan, body);
      },
    }),
  ),
  updateExtensions: route({
    method: "POST",
    path: "/v1/backends/{name}/extensions/update",
    scope: "admin",
    group: "extensions",
    summary: "Update extensions, after a question",
    body: "ExtensionUpdateRequest",
    replies: accepted,
  }).handle(({ params: { name }, body, caller }, deps) =>
    startBackendOperation(deps, name, {
      kind: "extensions.update",
      title: `Update ${body.extensions === undefined ? "all extensions" : idsOf(body.extensions)} on ${name}`,
      caller,
      isConfirmed: body.confirmed,
      open: async (opened) => {
        const { requireSpecs } = await changeWork();
        requireSpecs((body.extensions ?? []).map(specOf));
        return withExtensions(opened);
      },
      run: async (controls, opened) => {
        const { planUpdate } = await changeWork();
        const plan = await planUpdate(opened, (body.extensions ?? []).map(specOf), controls.signal);
        return carryOut(deps, controls, opened, plan, body);
      },
    }),
  ),
  enableExtensions: switchRoute("enable", "Enable", "Let the server load extensions again"),
  disableExtensions: switchRoute(
    "disable",
    "Disable",
    "Keep the server from loading extensions; their files stay",
  ),
  removeExtensions: switchRoute("remove", "Remove", "Delete extensions, after a question"),
  installMissingExtensions: route({
    method: "POST",
    path: "/v1/backends/{name}/extensions/install-missing",
    scope: "admin",
    group: "extensions",
    summary: "Do what the check asks for, after a question, and check again",
    body: "ExtensionCheckRequest",
    replies: accepted,
  }).handle(async ({ params: { name }, body, caller }, deps) => {
    const { pictor } = deps;
    const request = await checkedRequest(deps, name, body, caller);
    if ("graph" in request) throw refuseGraph();
    return startBackendOperation(deps, name, {
      kind: "extensions.install-missing",
      title: `Install what ${request.workflow} needs on ${name}`,
      caller,
      open: () => undefined,
      run: async ({ signal, interaction }) => {
        const result = await pictor.check({ ...request, signal, interaction });
        signal.throwIfAborted();
        if ("error" in result) throw result.error;
        const check = await checkBackend(deps, request, signal);
        return { outcome: result.status, check, ...("veto" in result && { veto: result.veto }) };
      },
    });
  }),
  lockExtensions: route({
    method: "POST",
    path: "/v1/backends/{name}/extensions/lock",
    scope: "admin",
    group: "extensions",
    summary: "Write the versions that a workflow uses now into the lock file of the project",
    body: "ExtensionCheckRequest",
    replies: accepted,
  }).handle(async ({ params: { name }, body, caller }, deps) => {
    const { pictor } = deps;
    const request = await checkedRequest(deps, name, body, caller);
    return startBackendOperation(deps, name, {
      kind: "extensions.lock",
      title: `Lock the extensions that are used on ${name}`,
      caller,
      open: () => undefined,
      run: async ({ signal }) => {
        const { lockExtensions } = await changeWork();
        return { ...(await lockExtensions(pictor, request, signal)) };
      },
    });
  }),
} as const;
