// Routes: the settings of backend instances. A change is written to a configuration file and takes effect at once.

import { isEnded } from "@pictor/client";
import type { BackendSettings } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { backendTarget, instanceOf, publishBackend, requireInstance } from "./opened-backend.js";

/**
 * Throws while an operation, or a job of this server, runs on the instance, because closing the instance would end it.
 */
async function requireIdle({ pictor, operations, jobs }: RouteDependencies, name: string): Promise<void> {
  operations.requireFree(backendTarget(name));
  const running = jobs.list().filter((job) => !isEnded(job));
  if (running.length === 0) return;
  const unnamed = running.some(({ backend }) => backend === undefined);
  const used = unnamed ? (await pictor.openBackend()).instance.name : undefined;
  const busy = running.filter(({ backend = used }) => backend === name);
  if (busy.length > 0)
    throw fault("API_STATE_CONFLICT", {
      what: `The backend ${name} runs ${busy.length === 1 ? "a job" : `${busy.length} jobs`}, which the change would end`,
    });
}

export const backendSettingsHandlers = (
  deps: RouteDependencies,
): Handlers<"readBackendSettings" | "saveBackend" | "deleteBackend"> => {
  const { pictor } = deps;
  const isKnown = (name: string): boolean => pictor.backends().some((one) => one.name === name);
  return {
    readBackendSettings: ({ params: { name } }) => {
      requireInstance(pictor, name);
      return { status: 200, json: { ...pictor.backendSettings(name) } };
    },
    saveBackend: async ({ params: { name }, body }) => {
      if (isKnown(name)) await requireIdle(deps, name);
      const file = await pictor.saveBackend(name, body as BackendSettings);
      publishBackend(deps, name, "saved");
      return { status: 200, json: { backend: instanceOf(requireInstance(pictor, name)), file } };
    },
    deleteBackend: async ({ params: { name } }) => {
      const { origin } = requireInstance(pictor, name);
      if (origin === "default")
        throw fault("API_STATE_CONFLICT", {
          what: `The backend ${name} is in no configuration file: Pictor offers it by itself`,
        });
      await requireIdle(deps, name);
      await pictor.saveBackend(name, undefined);
      publishBackend(deps, name, "removed");
      return { status: 200, json: {} };
    },
  };
};
