// Contributes the backend kind `embedded`: a ComfyUI-compatible server in this process, used through the kind `remote`.

import { definePlugin, fault } from "@pictor/kernel/plugin";
import { openEmbedded } from "./open.js";

export default definePlugin((context) => {
  const { backends, onDispose } = context;
  if (backends === undefined)
    throw fault("INTERNAL", { reason: "backend-embedded needs the permission backends" });
  return {
    provides: {
      backends: {
        embedded: {
          async open(settings, opening) {
            const backend = await openEmbedded(settings, opening, backends);
            onDispose(() => backend.close());
            return backend;
          },
        },
      },
    },
  };
});
