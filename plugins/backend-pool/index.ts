// Contributes the backend kind `pool`: distributes prompts over other backends of the configuration.

import { definePlugin } from "@pictor/kernel/plugin";
import { openPool } from "./open.js";
import type { PoolSettings } from "./settings.gen.js";

export default definePlugin(({ backends, clock, logger, onDispose }) => {
  return {
    provides: {
      backends: {
        pool: {
          // eslint-disable-next-line @typescript-eslint/require-await -- wrong settings reject
          async open(settings, { name, signal }) {
            const pool = openPool(settings as PoolSettings, { name, signal, clock, logger, backends });
            onDispose(() => pool.close());
            return pool;
          },
        },
      },
    },
  };
});
