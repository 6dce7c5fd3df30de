// The registry that the settings of an instance name.

import { RegistryClient } from "@pictor/extensions";
import type { Instance } from "../../instance.js";

export const registryOf = ({ network, settings }: Instance): RegistryClient =>
  new RegistryClient({ network, address: settings.extensions.registry });
