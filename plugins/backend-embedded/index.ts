// Wires the backend kind `embedded`: a server of our own, driven through the kind `remote` like any other.

import { definePlugin, fault } from "@pictor/kernel/plugin";
import { openEmbedded } from "./open.js";

export default definePlugin((context) => {
  const { backends, onDispose } = context;
  if (backends === undefined) throw fault("INTERNAL", { reason: "backend-embedded was given no backends" });
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
