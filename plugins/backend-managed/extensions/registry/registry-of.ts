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
  const registry = registryOf(instance);
  const versions = await registry.versions(id, options);
  const version = chooseVersion(versions, wanted);
  if (version !== undefined) return version;
  const isUsed = registry.address !== "";
  throw noVersionFault(
    id,
    wanted,
    versions,
    isUsed ? "none" : "no list of its versions, because no registry is set",
  );
}
