// Wires the backend kind `remote`: instances use the plugin's network and are closed with the plugin. Before a job, its
// gate offers missing model files.

import { definePlugin, type BatchPlan, type GateContext } from "@pictor/kernel/plugin";
import { withJitter } from "./base/jitter-clock.js";
import { openBackend } from "./instance/open-backend.js";

export default definePlugin((context) => {
  const { network, logger, clock } = context;
  return {
    handlers: {
      async offerModels(plan: BatchPlan, gate: GateContext) {
        if (!plan.drafts.some(({ models = [] }) => models.length > 0)) return undefined;
        return (await import("./models/offer-models.js")).offerModels(plan, gate, clock);
      },
    },
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
