// Wires the backend kind `remote`: instances use the plugin's network and are closed with the plugin.

import { definePlugin } from "@pictor/kernel/plugin";
import { withJitter } from "./base/jitter-clock.js";
import { openBackend } from "./instance/open-backend.js";

export default definePlugin((context) => {
  const { network, logger, clock } = context;
  return {
    provides: {
      backends: {
        remote: {
          open(settings, opening) {
            const backend = openBackend(settings, opening, { network, logger, clock: withJitter(clock) });
            context.onDispose(() => backend.close());
            return Promise.resolve(backend);
          },
        },
      },
    },
  };
});
