// Contributes the backend kind `embedded`: a ComfyUI-compatible server in this process, used through the kind `remote`.

import { definePlugin } from "@pictor/kernel/plugin";
import { openEmbedded } from "./open.js";

export default definePlugin((context) => {
  const { backends, onDispose } = context;
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
