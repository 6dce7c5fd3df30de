// The settings schemas with which the requests of jobs are checked.

import type { Pictor } from "@pictor/host";
import type { SettingsSchemas } from "./job-request.js";

export const settingsSchemasOf = (pictor: Pictor): SettingsSchemas => ({
  workflow: (id) => pictor.contributions("workflows").find((workflow) => workflow.id === id)?.params,
  feature: (id) => pictor.contributions("features").find((feature) => feature.id === id)?.settings,
  readsGraph: (id) =>
    pictor.contributions("workflows").some((workflow) => workflow.id === id && workflow.fixed === true),
});
