// Wires the backend kind `remote`: an instance is opened with the plugin's network and closed with the plugin.

import { definePlugin, fault } from "@pictor/kernel/plugin";
import { clockOf } from "./clock.js";
import { openServer } from "./detect.js";

export default definePlugin((context) => {
  const { network, logger, clock } = context;
  if (network === undefined) throw fault("INTERNAL", { reason: "backend-remote was given no network" });
  return {
    provides: {
      backends: {
        remote: {
          open(settings, opening) {
            const backend = openServer(settings, opening, { network, logger, clock: clockOf(clock) });
            context.onDispose(() => backend.close());
            return Promise.resolve(backend);
          },
        },
      },
    },
  };
});
