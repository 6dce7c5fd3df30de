// createServices: secrets, processes, requests, profiles, backends and generation on top of one kernel.

import { fault, type Capabilities, type Kernel } from "@pictor/kernel";
import { connectServices, type ServiceParts } from "./connect-services.js";
import { createPluginFiles } from "./files/plugin-files.js";
import { loadRunner } from "./processes/load-runner.js";
import { issueToken } from "./profiles/profiles.js";
import { networkOfPlugins } from "./requests/network.js";
import { secretScope } from "./secrets/vault.js";
import { Life, servicesView } from "./services-view.js";
import type { Services, ServicesOptions } from "./types.js";

/** What plugins receive by permission, and how references to secrets and tokens are resolved. */
function capabilitiesOf({ kernel, auth, instances, network, provided, vault }: ServiceParts): Capabilities {
  const { host } = kernel.runtime;
  return {
    network: networkOfPlugins(network),
    backends: {
      open: (settings, opening) => instances.openKind(settings, opening),
      openInstance: (name, from) => instances.openFor(name, from),
    },
    secretsFor: (plugin) => vault.scope(`plugin/${plugin}`),
    createFiles: createPluginFiles,
    createRunner: (plugin) => loadRunner(host.clock, host.loggerFor(plugin)),
    secret: (name) => vault.scope(secretScope).get(name),
    token: (profile) => issueToken(profile, auth, provided),
  };
}

/**
 * Creates the services of `kernel`, and provides the capabilities that plugins receive by permission. Nothing is opened,
 * sent or imported yet.
 */
export function createServices(kernel: Kernel, options: ServicesOptions): Services {
  const lifetime = new AbortController();
  const life = new Life();
  const parts = connectServices(kernel, options, lifetime.signal);
  const { instances, jobs, network, vault } = parts;
  kernel.provide(capabilitiesOf(parts));
  return {
    view: servicesView(parts, options, life),
    async end() {
      life.end();
      await jobs.end();
      lifetime.abort(fault("KERNEL_DISPOSED", {}));
      await instances.close();
      await vault.close();
    },
    close: () => network.close(),
  };
}
