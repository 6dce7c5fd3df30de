// Wires the backend kind: how an instance is opened.

import { definePlugin } from "@pictor/kernel/plugin";
import { openAcme } from "./backend.ts";
import { createService } from "./service.ts";
import type { AcmeSettings } from "./settings.gen.ts";

export default definePlugin(({ clock, network }) => {
  return {
    provides: {
      backends: {
        acme: {
          open(settings, { name, auth, signal }) {
            const { baseUrl, pollMs } = settings as AcmeSettings;
            const service = createService(network, { baseUrl, auth });
            return Promise.resolve(openAcme({ name, service, clock, signal, pollMs }));
          },
        },
      },
    },
  };
});
