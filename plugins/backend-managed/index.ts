// Wires the backend kind `managed`: a server of ComfyUI that is installed, started and watched from here.

import { definePlugin, fault } from "@pictor/kernel/plugin";
import { openManaged } from "./backend/open-instance.js";

export default definePlugin(({ run, network, backends, clock, logger, onDispose }) => {
  if (run === undefined || network === undefined || backends === undefined)
    throw fault("INTERNAL", { reason: "backend-managed was given too little" });
  return {
    provides: {
      backends: {
        managed: {
          open(settings, opening) {
            const backend = openManaged(settings, opening, { run, network, backends, clock, logger });
            onDispose(() => backend.close());
            return Promise.resolve(backend);
          },
        },
      },
    },
  };
});
