// Loads the plugin of a contributed API.

import { fault, knownNames, type Api, type Contribution, type PluginRegistration } from "@pictor/kernel";

export async function openApi(
  id: string,
  apis: readonly Contribution<"apis">[],
  registrationOf: (plugin: string) => Promise<PluginRegistration>,
): Promise<Api> {
  const contribution = apis.find((api) => api.id === id);
  if (contribution === undefined) {
    const known = apis.map((api) => api.id);
    throw fault("API_UNKNOWN", { api: id, ...knownNames(id, known) });
  }
  const api = (await registrationOf(contribution.plugin)).provides?.apis?.[id];
  // Loading checks that the plugin provides what its manifest declares.
  if (api === undefined) throw fault("INTERNAL", { reason: `the API ${id} is not provided` });
  return api;
}
