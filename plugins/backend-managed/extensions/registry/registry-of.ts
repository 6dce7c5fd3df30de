// The registry that the settings of an instance name, and the version there that is wanted.

import { chooseVersion, noVersionFault, RegistryClient } from "@pictor/extensions";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import type { Instance } from "../../instance.js";
import type { Change } from "../change/change.js";

export const registryOf = ({ network, settings }: Instance): RegistryClient =>
  new RegistryClient({ network, address: settings.extensions.registry });

/** The wanted version, as the registry writes it. Rejects with `EXTENSION_NO_VERSION`, and as the registry does. */
export async function versionInRegistry(
  { instance, options }: Change,
  wanted: ExtensionSpec,
  id: string,
): Promise<string> {
  const versions = await registryOf(instance).versions(id, options);
  const version = chooseVersion(versions, wanted);
  if (version === undefined) throw noVersionFault(id, wanted, versions);
  return version;
}
