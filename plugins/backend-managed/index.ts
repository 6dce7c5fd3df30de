// Wires the backend kind `managed`: a ComfyUI server on this machine that the plugin installs, starts and watches.

import { definePlugin } from "@pictor/kernel/plugin";
import { openManaged } from "./backend/open-instance.js";

export default definePlugin(({ run, network, backends, clock, logger, onDispose }) => {
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
