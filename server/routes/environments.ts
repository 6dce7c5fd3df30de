// Routes: the environments, whose variables requests and profiles use.

import type { EnvironmentsEvent } from "@pictor/client";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import { environmentsOf, variablesOf } from "../requests/environments.js";
import type { RouteDependencies } from "./dependencies.js";

export function environmentHandlers({
  pictor,
  log,
  profileChanges,
  keptEnvironment,
}: RouteDependencies): Handlers<
  "listEnvironments" | "chooseEnvironment" | "saveEnvironment" | "deleteEnvironment"
> {
  const changed = async (change: EnvironmentsEvent["change"], name: string | undefined) => {
    log.publish({ type: "environments", change, ...(name !== undefined && { name }) });
    // All profiles are published again, because a profile has other values and tokens in another environment.
    for (const profile of pictor.profiles.names()) await profileChanges.publish(profile);
    return { status: 200 as const, json: environmentsOf(pictor) };
  };
  return {
    listEnvironments: () => ({ status: 200, json: environmentsOf(pictor) }),
    chooseEnvironment: async ({ body: { name } }) => {
      pictor.chooseEnvironment(name);
      await keptEnvironment.keep(name);
      return changed("chosen", name);
    },
    saveEnvironment: async ({ params: { name }, body }) => {
      const all = pictor.environments();
      const present = Object.hasOwn(all, name) ? all[name] : undefined;
      await pictor.saveEnvironment(name, variablesOf(body, present ?? {}, pictor.redact));
      return changed("saved", name);
    },
    deleteEnvironment: async ({ params: { name } }) => {
      if (!Object.hasOwn(pictor.environments(), name))
        throw fault("API_THING_UNKNOWN", { kind: "environment", id: name, list: "/v1/environments" });
      await pictor.saveEnvironment(name, undefined);
      return changed("deleted", name);
    },
  };
}
