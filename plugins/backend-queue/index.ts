// Wires the backend kind `queue`.

import { definePlugin } from "@pictor/kernel/plugin";
import { openSession } from "./base/session.js";
import { openQueue } from "./host/open-queue.js";
import { importPackages } from "./redis/packages.js";
import type { QueueSettings } from "./settings.gen.js";
import { createWork } from "./work/work.js";

export default definePlugin((context) => {
  const { network, logger, clock } = context;
  return {
    provides: {
      backends: {
        queue: {
          async open(settings, opening) {
            const packages = await importPackages(opening.name);
            const session = openSession(settings as QueueSettings, opening, {
              packages,
              network,
              logger,
              clock,
            });
            const backend = openQueue(session, createWork(session));
            context.onDispose(() => backend.close());
            return backend;
          },
        },
      },
    },
  };
});
