// Routes: changes of extensions, as operations. The owner of the operation is asked before foreign code is installed or
// files are deleted.

import type { ExtensionWish } from "@pictor/client";
import { errorToJson, type ExtensionSpec } from "@pictor/host";
import type * as HostWork from "@pictor/host/work";
import { errorOf, fault } from "../contract/faults.js";
import type { Handler, Handlers } from "../http/handler.js";
import type { OperationControls } from "../operations/operation-controls.js";
import type { RouteDependencies } from "./dependencies.js";
import { checkBackend, checkedRequest } from "./extensions.js";
import { startBackendOperation } from "./servers.js";

type Work = typeof HostWork;
type Opened = HostWork.OpenedInstance<"extensions">;

const withExtensions = ({ withFacet }: Work, opened: HostWork.OpenedBackend): Opened =>
  withFacet(opened, "extensions");

/** `isTyped` is true, because an administrator may name a local folder, as a person at the terminal may. */
const specOf = ({ id, range = "*", commit }: ExtensionWish): ExtensionSpec => ({
  ...{ id, range, isTyped: true },
  ...(commit !== undefined && { commit: commit.toLowerCase() }),
});

interface ChangeOptions {
  readonly confirmed?: boolean;
  readonly restart?: boolean;
}

export function extensionChangeHandlers(
  deps: RouteDependencies,
): Handlers<
  | "installMissingExtensions"
  | "lockExtensions"
  | "installExtensions"
  | "updateExtensions"
  | "enableExtensions"
  | "disableExtensions"
  | "removeExtensions"
> {
  const { pictor } = deps;

  /**
   * Asks for confirmation, applies the changes, and restarts the server if requested. Throws the first error of a
   * change.
   */
  const carryOut = async (
    work: Work,
    controls: OperationControls,
    opened: Opened,
    { changes, notes, question }: HostWork.ChangePlan,
    { confirmed = false, restart = false }: ChangeOptions,
  ) => {
    for (const note of notes) controls.note(note);
    if (changes.length === 0) return { outcome: "nothing to do" };
    if (question !== undefined && !(await controls.confirm(question))) return { outcome: "declined" };
    const result = await work.applyChanges(opened, changes, {
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
          ...{ title, detail: jobs.length === 0 ? [] : [lost] },
          ...{ choice: "restart", safeChoice: "later" },
        });
      },
    });
    const [failure] = result.failures;
    if (failure !== undefined) throw errorOf(failure);
    const { extensions, restart: restarted, notLoaded } = result;
    return { outcome: "changed", extensions, restart: restarted, notLoaded };
  };

  const switching =
    (action: HostWork.Switch, verb: string): Handler<"enableExtensions"> =>
    ({ params: { name }, body, holder: caller }) =>
      startBackendOperation(deps, name, {
        ...{ kind: `extensions.${action}`, title: `${verb} ${body.ids.join(", ")} on ${name}` },
        ...{ caller, isConfirmed: body.confirmed },
        open: withExtensions,
        run: async (work, controls, opened) => {
          const plan = await work.planSwitch(opened, action, body.ids, controls.signal);
          return carryOut(work, controls, opened, plan, body);
        },
      });

  const refuseGraph = () =>
    fault("API_INPUT_INVALID", {
      ...{ pointer: "#/graph", expected: "absent: name a workflow", found: "a graph", suggestion: "" },
    });
  const idsOf = (wishes: readonly ExtensionWish[]): string => wishes.map(({ id }) => id).join(", ");

  return {
    installExtensions: ({ params: { name }, body, holder: caller }) =>
      startBackendOperation(deps, name, {
        ...{ kind: "extensions.install", title: `Install ${idsOf(body.extensions)} on ${name}` },
        ...{ caller, isConfirmed: body.confirmed },
        open: (work, opened) => {
          work.requireSpecs(body.extensions.map(specOf));
          return withExtensions(work, opened);
        },
        run: async (work, controls, opened) => {
          const plan = await work.planInstall(opened, body.extensions.map(specOf), controls.signal);
          return carryOut(work, controls, opened, plan, body);
        },
      }),
    updateExtensions: ({ params: { name }, body, holder: caller }) =>
      startBackendOperation(deps, name, {
        kind: "extensions.update",
        title: `Update ${body.extensions === undefined ? "all extensions" : idsOf(body.extensions)} on ${name}`,
        ...{ caller, isConfirmed: body.confirmed },
        open: (work, opened) => {
          work.requireSpecs((body.extensions ?? []).map(specOf));
          return withExtensions(work, opened);
        },
        run: async (work, controls, opened) => {
          const plan = await work.planUpdate(opened, (body.extensions ?? []).map(specOf), controls.signal);
          return carryOut(work, controls, opened, plan, body);
        },
      }),
    enableExtensions: switching("enable", "Enable"),
    disableExtensions: switching("disable", "Disable"),
    removeExtensions: switching("remove", "Remove"),
    installMissingExtensions: async ({ params: { name }, body, holder: caller }) => {
      const request = await checkedRequest(deps, name, body, caller);
      if ("graph" in request) throw refuseGraph();
      return startBackendOperation(deps, name, {
        ...{
          kind: "extensions.install-missing",
          title: `Install what ${request.workflow} needs on ${name}`,
          caller,
        },
        open: () => undefined,
        run: async (_work, { signal, interaction }) => {
          const result = await pictor.check({ ...request, signal, interaction });
          signal.throwIfAborted();
          if ("error" in result) throw result.error;
          const check = await checkBackend(deps, request, signal);
          return { outcome: result.status, check, ...("veto" in result && { veto: result.veto }) };
        },
      });
    },
    lockExtensions: async ({ params: { name }, body, holder: caller }) => {
      const request = await checkedRequest(deps, name, body, caller);
      return startBackendOperation(deps, name, {
        ...{ kind: "extensions.lock", title: `Lock the extensions that are used on ${name}`, caller },
        open: () => undefined,
        run: async (work, { signal }) => {
          const { configuration } = pictor;
          return { ...(await work.lockExtensions({ pictor, configuration, signal }, request)) };
        },
      });
    },
  };
}
