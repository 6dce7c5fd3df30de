// The contributions of the server's plugins that the page reads: workflows, features, auth schemes and backend kinds.
// Also the backends and the profiles.

import type { Feature, Workflow } from "@pictor/client";
import { computed } from "@preact/signals";
import { createResource } from "./resource.js";
import { calls, onServerEvent } from "./session.js";

export const workflows = createResource(
  async (signal) => (await calls().listWorkflows({ signal })).workflows,
);
export const features = createResource(async (signal) => (await calls().listFeatures({ signal })).features);
export const authSchemes = createResource(
  async (signal) => (await calls().listAuthSchemes({ signal })).authSchemes,
);
export const backendKinds = createResource(
  async (signal) => (await calls().listBackendKinds({ signal })).backendKinds,
);
export const backends = createResource((signal) => calls().listBackends({ signal }));
export const profiles = createResource(async (signal) => (await calls().listProfiles({ signal })).profiles);

export const knownWorkflows = computed((): readonly Workflow[] => workflows.state.value.value ?? []);
export const knownFeatures = computed((): readonly Feature[] => features.state.value.value ?? []);
/** Undefined while the workflows are read, and for one that is no longer installed. */
export const workflowOf = (id: string): Workflow | undefined =>
  knownWorkflows.value.find((known) => known.id === id);
/** Undefined while the features are read, and for one that is no longer installed. */
export const featureOf = (id: string): Feature | undefined =>
  knownFeatures.value.find((known) => known.id === id);

/** What is shown of plugins is read again after they were loaded anew, perhaps by another start of the server. */
onServerEvent(({ type }) => {
  if (type !== "plugins" && type !== "reset") return;
  for (const resource of [workflows, features, authSchemes, backendKinds])
    if (resource.state.peek().value !== undefined) void resource.load();
});
