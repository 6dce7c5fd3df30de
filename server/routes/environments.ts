// Routes: the environments, whose variables requests and profiles use.

import type { EnvironmentsEvent } from "@pictor/client";
import { fault } from "../contract/faults.js";
import { environmentsOf, variablesOf } from "../requests/environments.js";
import type { RouteDependencies } from "./dependencies.js";
import { ok } from "@pictor/features/base";
import { route } from "./route.js";

const changed = async (
  { pictor, log, profileChanges }: RouteDependencies,
  change: EnvironmentsEvent["change"],
  name: string | undefined,
) => {
  log.publish({ type: "environments", change, ...(name !== undefined && { name }) });
  // All profiles are published again, because a profile has other values and tokens in another environment.
  for (const profile of pictor.profiles.names()) await profileChanges.publish(profile);
  return environmentsOf(pictor);
};

export const environmentRoutes = {
  listEnvironments: route({
    method: "GET",
    path: "/v1/environments",
    scope: "admin",
    group: "requests",
    summary: "The {{variables}} that requests can use, by environment; values of references are not shown",
    replies: ok("EnvironmentList", "The environments"),
  }).handle((_call, { pictor }) => environmentsOf(pictor)),
  chooseEnvironment: route({
    method: "PUT",
    path: "/v1/environments/active",
    scope: "admin",
    group: "requests",
    summary: "Use another environment, or none, also after a restart; no configuration file is changed",
    body: "EnvironmentChoice",
    replies: ok("EnvironmentList", "The environments"),
  }).handle(async ({ body: { name } }, deps) => {
    const { pictor, keptEnvironment } = deps;
    pictor.chooseEnvironment(name);
    await keptEnvironment.keep(name);
    return changed(deps, "chosen", name);
  }),
  saveEnvironment: route({
    method: "PUT",
    path: "/v1/environments/{name}",
    scope: "admin",
    group: "requests",
    summary: "Create an environment or replace its variables, in the configuration file",
    body: "EnvironmentDraft",
    replies: ok("EnvironmentList", "The environments"),
  }).handle(async ({ params: { name }, body }, deps) => {
    const { pictor } = deps;
    const all = pictor.environments();
    const present = Object.hasOwn(all, name) ? all[name] : undefined;
    await pictor.saveEnvironment(name, variablesOf(body, present ?? {}, pictor.redact));
    return changed(deps, "saved", name);
  }),
  deleteEnvironment: route({
    method: "DELETE",
    path: "/v1/environments/{name}",
    scope: "admin",
    group: "requests",
    summary: "Delete an environment from the configuration file",
    replies: ok("EnvironmentList", "The environments"),
  }).handle(async ({ params: { name } }, deps) => {
    const { pictor } = deps;
    if (!Object.hasOwn(pictor.environments(), name))
      throw fault("API_THING_UNKNOWN", { kind: "environment", id: name, list: "/v1/environments" });
    await pictor.saveEnvironment(name, undefined);
    return changed(deps, "deleted", name);
  }),
} as const;
