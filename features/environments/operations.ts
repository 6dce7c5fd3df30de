// The operations on the environments, whose variables requests and profiles use.

import type { EnvironmentsEvent } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { ok, operation, thingUnknown } from "../base/index.js";
import { environmentsOf, variablesOf } from "./variables.js";

export interface EnvironmentContext {
  readonly pictor: Pick<
    Pictor,
    "chooseEnvironment" | "environment" | "environments" | "profiles" | "redact" | "saveEnvironment"
  >;
  readonly log: { publish(event: EnvironmentsEvent): unknown };
  /** Publishes a profile if it has changed. */
  readonly profileChanges: { publish(name: string): Promise<unknown> };
  /** Keeps the choice over a restart. */
  readonly keptEnvironment: { keep(chosen: string | undefined): Promise<void> };
}
type Changing = Omit<EnvironmentContext, "keptEnvironment">;

const changed = async (
  { pictor, log, profileChanges }: Changing,
  change: EnvironmentsEvent["change"],
  name: string | undefined,
) => {
  log.publish({ type: "environments", change, ...(name !== undefined && { name }) });
  // All profiles are published again, because a profile has other values and tokens in another environment.
  for (const profile of pictor.profiles.names()) await profileChanges.publish(profile);
  return environmentsOf(pictor);
};

export const environmentOperations = {
  listEnvironments: operation("GET /v1/environments", {
    scope: "admin",
    group: "requests",
    summary: "The {{variables}} that requests can use, by environment; values of references are not shown",
    replies: ok("EnvironmentList", "The environments"),
  }).handle((_call, { pictor }: Pick<EnvironmentContext, "pictor">) => environmentsOf(pictor)),
  chooseEnvironment: operation("PUT /v1/environments/active", {
    scope: "admin",
    group: "requests",
    summary: "Use another environment, or none, also after a restart; no configuration file is changed",
    body: "EnvironmentChoice",
    replies: ok("EnvironmentList", "The environments"),
  }).handle(async ({ body: { name } }, context: EnvironmentContext) => {
    const { pictor, keptEnvironment } = context;
    pictor.chooseEnvironment(name);
    await keptEnvironment.keep(name);
    return changed(context, "chosen", name);
  }),
  saveEnvironment: operation("PUT /v1/environments/{name}", {
    scope: "admin",
    group: "requests",
    summary: "Create an environment or replace its variables, in the configuration file",
    body: "EnvironmentDraft",
    replies: ok("EnvironmentList", "The environments"),
  }).handle(async ({ params: { name }, body }, context: Changing) => {
    const { pictor } = context;
    const all = pictor.environments();
    const present = Object.hasOwn(all, name) ? all[name] : undefined;
    await pictor.saveEnvironment(name, variablesOf(body, present ?? {}, pictor.redact));
    return changed(context, "saved", name);
  }),
  deleteEnvironment: operation("DELETE /v1/environments/{name}", {
    scope: "admin",
    group: "requests",
    summary: "Delete an environment from the configuration file",
    replies: ok("EnvironmentList", "The environments"),
  }).handle(async ({ params: { name } }, context: Changing) => {
    const { pictor } = context;
    if (!Object.hasOwn(pictor.environments(), name))
      throw thingUnknown("environment", name, "/v1/environments");
    await pictor.saveEnvironment(name, undefined);
    return changed(context, "deleted", name);
  }),
} as const;
